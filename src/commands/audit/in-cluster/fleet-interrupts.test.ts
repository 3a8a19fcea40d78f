import { describe, expect, it } from 'vitest';
import { anIo } from '../../../../test/builders/an-io.ts';
import { Interrupted, isInterrupted, type InterruptName } from '../../../errors/interrupted.ts';
import { hearFleetInterrupts, type InterruptChoice } from './fleet-interrupts.ts';

interface Heard {
  readonly wishes: readonly string[];
  readonly left: InterruptName | undefined;
  readonly stoppedBy: string | undefined;
}

/** Sends signals, one after the other. The user gives the next answer to each question; without one the question stays open. */
async function hear(
  signals: readonly InterruptName[],
  { canAsk = true, answers = [] }: { canAsk?: boolean; answers?: readonly InterruptChoice[] } = {},
): Promise<Heard> {
  const { io, deliver } = anIo();
  const wishes: string[] = [];
  const controller = new AbortController();
  const left = [...answers];
  const interrupts = hearFleetInterrupts(io, controller.signal, {
    canAsk,
    ask: (asking) => {
      const answer = left.shift();
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise((_, reject) =>
        asking.addEventListener('abort', () => reject(new Interrupted('SIGINT')), { once: true }),
      );
    },
    wish: (wish) => void wishes.push(wish),
  });
  for (const [index, name] of signals.entries()) {
    if (index === 0) controller.abort(new Interrupted(name));
    else if (name !== 'SIGPIPE') deliver(name);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const reason: unknown = interrupts.leaving.reason;
  interrupts.close();
  return {
    wishes,
    left: isInterrupted(reason) ? reason.signalName : undefined,
    stoppedBy: interrupts.stoppedBy(),
  };
}

describe('hearFleetInterrupts', () => {
  it.each([
    { label: 'leave', answers: ['leave'], expected: { wishes: [], left: 'SIGINT', stoppedBy: undefined } },
    { label: 'end', answers: ['end'], expected: { wishes: ['stop'], left: undefined, stoppedBy: 'SIGINT' } },
    { label: 'go on', answers: ['go-on'], expected: { wishes: [], left: undefined, stoppedBy: undefined } },
  ] as const)('does on a terminal what the answer to Ctrl-C says: $label', async ({ answers, expected }) => {
    expect(await hear(['SIGINT'], { answers })).toEqual(expected);
  });

  it('asks again at another Ctrl-C after "go on"', async () => {
    expect(await hear(['SIGINT', 'SIGINT'], { answers: ['go-on', 'leave'] })).toMatchObject({
      wishes: [],
      left: 'SIGINT',
    });
  });

  it('asks no more once the run ends: the next Ctrl-C ends commands, and the one after leaves', async () => {
    const answers = ['end'] as const;
    expect(await hear(['SIGINT', 'SIGINT'], { answers })).toMatchObject({ wishes: ['stop', 'end'] });
    expect(await hear(['SIGINT', 'SIGINT', 'SIGINT'], { answers })).toEqual({
      wishes: ['stop', 'end'],
      left: 'SIGINT',
      stoppedBy: 'SIGINT',
    });
  });

  it('leaves the run at a second signal while it asks', async () => {
    expect(await hear(['SIGINT', 'SIGTERM'])).toEqual({ wishes: [], left: 'SIGTERM', stoppedBy: undefined });
  });

  it.each(['SIGHUP', 'SIGTERM', 'SIGPIPE'] as const)('leaves the run on a terminal at %s', async (name) => {
    expect(await hear([name])).toEqual({ wishes: [], left: name, stoppedBy: undefined });
  });

  it.each(['SIGHUP', 'SIGPIPE'] as const)('leaves the run without a terminal at %s', async (name) => {
    expect(await hear([name], { canAsk: false })).toEqual({ wishes: [], left: name, stoppedBy: undefined });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'asks the workers to stop without a terminal at %s, then to end, then leaves',
    async (name) => {
      const canAsk = false;
      expect(await hear([name], { canAsk })).toMatchObject({ wishes: ['stop'], left: undefined });
      expect(await hear([name, name, name], { canAsk })).toEqual({
        wishes: ['stop', 'end'],
        left: name,
        stoppedBy: name,
      });
    },
  );
});
