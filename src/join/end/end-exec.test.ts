import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { ExecEnd } from '../../session/exec/exec-session.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Ending } from '../../session/scripts/end-process.ts';
import { endExec } from './end-exec.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };
const EXEC = { command: ['top', '-b'], stdin: false, tty: false, reuses: false, maxLifeMs: 0 };
const WHAT = 'the command "top -b" in debug container "dbg" in shop/web-1';
const KILL = 'kubectl exec web-1 -n shop -c dbg -- kill 12';

interface Options {
  readonly isRemoved?: boolean;
  readonly ending?: Ending;
}

function end(execEnd: ExecEnd, { isRemoved = false, ending = { kind: 'ended' } }: Options = {}) {
  const { io, stderrText } = anIo();
  const { cluster } = aCluster({});
  const calls: string[] = [];
  const ran = {
    ref: REF,
    container: { name: 'dbg', image: 'busybox' },
    exec: EXEC,
    isRemoved,
    processId: () => 12,
    end: () => {
      calls.push('end');
      return Promise.resolve(ending);
    },
    onGoesOn: () => void calls.push('goes on'),
    signal: new AbortController().signal,
  };
  const notes = makeNotes(io, { quiet: false });
  const exitCode = endExec(execEnd, ran, { io, cluster, notes, isQuiet: false });
  return { exitCode, said: stderrText, calls };
}

const over = (outcome: Outcome): ExecEnd => ({ kind: 'over', outcome });

describe('endExec', () => {
  it('returns the exit code of the command', async () => {
    const { exitCode, said, calls } = end(over({ kind: 'exited', exitCode: 3, reason: '', message: '' }));
    expect(await exitCode).toBe(3);
    expect({ said: said(), calls }).toEqual({ said: '', calls: [] });
  });

  it('lets the command go on that was left by the detach keys', async () => {
    const { exitCode, said, calls } = end(over({ kind: 'detached', by: 'keys' }));
    expect(await exitCode).toBe(0);
    expect(calls).toEqual(['goes on']);
    expect(said()).toBe(`Warning: ${WHAT} runs on, and cannot be rejoined; to end it: ${KILL}\n`);
  });

  it.each<{ label: string; isRemoved: boolean; ending: Ending; said: string; calls: readonly string[] }>([
    {
      label: 'ends it',
      isRemoved: false,
      ending: { kind: 'ended' },
      said: `${WHAT} was ended\n`,
      calls: ['end'],
    },
    {
      label: 'says that it goes on',
      isRemoved: false,
      ending: { kind: 'not-ended', why: 'no shell' },
      said: `Warning: ${WHAT} goes on: no shell; to end it: ${KILL}\n`,
      calls: ['end'],
    },
    { label: 'leaves it to its pod', isRemoved: true, ending: { kind: 'ended' }, said: '', calls: [] },
  ])('$label after a signal', async ({ isRemoved, ending, ...expected }) => {
    const { exitCode, said, calls } = end(over({ kind: 'detached', by: 'SIGTERM' }), { isRemoved, ending });
    expect(await exitCode).toBe(143);
    expect({ said: said(), calls }).toEqual({ said: expected.said, calls: expected.calls });
  });

  it.each<{ execEnd: ExecEnd; kind: string; hint?: string }>([
    { execEnd: { kind: 'missing' }, kind: 'command-not-found' },
    { execEnd: { kind: 'denied' }, kind: 'command-not-executable' },
    { execEnd: { kind: 'not-running', message: 'gone' }, kind: 'container-not-running' },
    { execEnd: over({ kind: 'unknown', reason: 'why' }), kind: 'exit-code-unknown' },
    { execEnd: over({ kind: 'incomplete', reason: 'why' }), kind: 'exit-code-unknown' },
    {
      execEnd: over({ kind: 'lost', reason: 'cut' }),
      kind: 'connection-lost',
      hint: 'it was ended: a command run by exec cannot be rejoined; run it again',
    },
  ])('throws $kind for an end that must not look like a success', async ({ execEnd, kind, hint }) => {
    const { exitCode } = end(execEnd);
    await expect(exitCode).rejects.toMatchObject({ kind, ...(hint !== undefined && { hint }) });
  });
});
