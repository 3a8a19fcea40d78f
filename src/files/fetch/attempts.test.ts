import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { CliError } from '../../errors/cli-error.ts';
import { makeAttempts, type Attempt } from './attempts.ts';

const LOST = { kind: 'cut', end: { kind: 'broken', reason: 'the connection was reset' } } as const;
const EARLY = { kind: 'cut', end: { kind: 'not-running', message: 'container not found' } } as const;
const DONE = { kind: 'done', value: 'all' } as const;
const never = new AbortController().signal;

type Step = Attempt<string> | Error;

/** Takes one step after the other; the last one again and again. Time passes by itself. */
async function run(retries: number, steps: readonly Step[], growsAt: readonly number[] = []) {
  const { io, advance } = anIo();
  const told: string[] = [];
  let count = 0;
  let progress = 0;
  const attempts = makeAttempts(io, { retries, onRetry: (why) => told.push(why), progress: () => progress });
  const beganMs = io.now().getTime();
  const state = { isOver: false };
  const ended = attempts
    .until(() => {
      const step = steps[Math.min(count, steps.length - 1)];
      if (growsAt.includes(count)) progress += 1;
      count += 1;
      return step === undefined || step instanceof Error
        ? Promise.reject(step ?? new Error())
        : Promise.resolve(step);
    }, never)
    .then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    .finally(() => (state.isOver = true));
  while (!state.isOver) await advance(1000);
  return { end: await ended, count, told, seconds: (io.now().getTime() - beganMs) / 1000 };
}

describe('makeAttempts', () => {
  it.each([
    { label: 'the first', steps: [DONE], count: 1, cuts: 0 },
    { label: 'one after a cut', steps: [LOST, DONE], count: 2, cuts: 1 },
    { label: 'one that goes on', steps: [{ kind: 'again' } as const, DONE], count: 2, cuts: 0 },
    { label: 'one of a container that starts', steps: [EARLY, EARLY, DONE], count: 3, cuts: 0 },
    {
      label: 'one after the server was away',
      steps: [new CliError('unreachable', 'no answer', { hint: 'x' }), DONE],
      count: 2,
      cuts: 1,
    },
  ])('ends with $label', async ({ steps, count, cuts }) => {
    const result = await run(1, steps);
    expect(result).toMatchObject({ end: { value: 'all' }, count });
    expect(result.told).toHaveLength(cuts);
  });

  it.each([0, 1, 3])('gives up after %i retries, and says how to go on', async (retries) => {
    const { end, count, told } = await run(retries, [LOST]);
    expect(end).toMatchObject({
      error: { kind: 'connection-lost', hint: 'the same command goes on where it was cut' },
    });
    expect({ count, told: told.length }).toEqual({ count: retries + 1, told: retries });
  });

  it('goes on without a bound as long as bytes come, and for two minutes without', async () => {
    const vain = await run(Infinity, [LOST]);
    const growing = await run(Infinity, [LOST], [20, 40]);
    expect(vain.end).toMatchObject({ error: { kind: 'connection-lost' } });
    expect(vain.seconds).toBeGreaterThan(120);
    expect(growing.count).toBeGreaterThan(40 + 10);
    expect(growing.seconds).toBeGreaterThan(vain.seconds);
  });

  it('does not wait for ever for a container that does not start', async () => {
    const { end, seconds, told } = await run(5, [EARLY]);
    expect(end).toMatchObject({ error: { kind: 'connection-lost' } });
    expect(seconds).toBeGreaterThan(120);
    expect(told).toEqual([]);
  });

  it.each([new CliError('write-failed', 'the disk is full', { hint: 'x' }), new TypeError('a bug')])(
    'does not repeat what no connection can mend: %s',
    async (error) => {
      expect(await run(5, [error])).toMatchObject({ end: { error }, count: 1 });
    },
  );

  it('counts and tells one cut of two streams that ran at the same time once', async () => {
    const { io, advance } = anIo();
    const told: string[] = [];
    const attempts = makeAttempts(io, { retries: 1, onRetry: (why) => told.push(why), progress: () => 0 });
    const steps = [LOST, LOST, DONE, DONE];
    const attempt = (): Promise<Attempt<string>> =>
      new Promise((resolve) => setImmediate(() => resolve(steps.shift() ?? DONE)));
    const both = Promise.all([attempts.until(attempt, never), attempts.until(attempt, never)]);
    both.catch(() => undefined);
    for (let second = 0; second < 5; second += 1) await advance(1000);
    expect(await both).toEqual(['all', 'all']);
    expect(told).toHaveLength(1);
  });

  it('ends with the reason of the signal', async () => {
    const { io, advance } = anIo();
    const over = new AbortController();
    const attempts = makeAttempts(io, { retries: Infinity, onRetry: () => undefined, progress: () => 0 });
    const ended = expect(attempts.until(() => Promise.resolve(LOST), over.signal)).rejects.toThrow('enough');
    await advance(10);
    over.abort(new Error('enough'));
    await ended;
  });
});
