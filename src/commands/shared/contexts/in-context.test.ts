import { describe, expect, it } from 'vitest';
import { anIo } from '../../../../test/builders/an-io.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { asCalled } from '../../../output/say/as-called.ts';
import { errorInContext, ioInContext, makeTurns } from './in-context.ts';

describe('ioInContext', () => {
  it('names the context in each command line, quoted if need be', () => {
    const calledAs = { programName: 'kubectl dbg', connection: ['--kubeconfig=kc'], identity: [] } as const;
    const io = ioInContext({ ...anIo().io, calledAs }, 'a b', makeTurns().inTurn);
    expect(asCalled('kubectl-debug pods -A', io)).toBe("kubectl dbg --kubeconfig=kc '--context=a b' pods -A");
  });
});

describe('errorInContext', () => {
  it('names the context before what went wrong, and keeps word and hint', () => {
    const error = errorInContext('prod', new CliError('unreachable', 'no answer', { hint: 'wait' }));
    expect(error).toMatchObject({ kind: 'unreachable', message: 'prod: no answer', hint: 'wait' });
  });

  it('throws a bug of ours as it is', () => {
    const bug = new TypeError('oops');
    expect(() => errorInContext('prod', bug)).toThrow(bug);
  });
});

describe('makeTurns', () => {
  it('lets one ask after the other, also after one that failed', async () => {
    const { inTurn, idle } = makeTurns();
    const order: string[] = [];
    let answer: () => void = () => undefined;
    const first = inTurn(async () => {
      order.push('first asks');
      await new Promise<void>((resolve) => (answer = resolve));
      order.push('first has its answer');
      throw new Error('wrong');
    });
    const second = inTurn(() => {
      order.push('second asks');
      return Promise.resolve('right');
    });
    const others = idle().then(() => order.push('others print'));
    await Promise.resolve();
    answer();
    await expect(first).rejects.toThrow('wrong');
    expect(await second).toBe('right');
    await others;
    expect(order).toEqual(['first asks', 'first has its answer', 'second asks', 'others print']);
  });
});
