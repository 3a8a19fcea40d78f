import { describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import type { Ending } from '../session/scripts/end-process.ts';
import { limitRun, type LimitedRun } from './limit-run.ts';

interface Run {
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly finish: (result: string) => void;
  readonly ends: () => number;
  readonly limited: Promise<LimitedRun<string>>;
}

/** A session that ends when told, or when it is left. */
function aRun(ending: Ending, onEnd: (finish: (result: string) => void) => void = () => undefined): Run {
  const { io, advance } = anIo();
  let ends = 0;
  let finish: (result: string) => void = () => undefined;
  const end = (): Promise<Ending> => {
    ends += 1;
    onEnd(finish);
    return Promise.resolve(ending);
  };
  const session = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      finish = resolve;
      signal.addEventListener('abort', () => resolve('left'));
    });
  const limited = limitRun(
    { io, timeoutMs: 1000, started: () => Promise.resolve(), end },
    session,
    new AbortController().signal,
  );
  return { advance, finish: (result) => finish(result), ends: () => ends, limited };
}

describe('limitRun', () => {
  it('ends nothing that is over in time', async () => {
    const run = aRun({ kind: 'ended' });
    await run.advance(999);
    run.finish('done');
    expect(await run.limited).toEqual({ kind: 'in-time', result: 'done' });
    await run.advance(10_000);
    expect(run.ends()).toBe(0);
  });

  it('lets a session go on to its end while what it shows is ended', async () => {
    const run = aRun({ kind: 'ended' }, (finish) => finish('last words'));
    await run.advance(1000);
    expect(await run.limited).toEqual({ kind: 'too-long', ending: { kind: 'ended' } });
    expect(run.ends()).toBe(1);
  });

  it('leaves what cannot be ended', async () => {
    const ending: Ending = { kind: 'not-ended', why: 'no right' };
    const run = aRun(ending);
    await run.advance(1000);
    expect(await run.limited).toEqual({ kind: 'too-long', ending });
  });
});
