import { describe, expect, it } from 'vitest';
import { aPodWatch } from '../../../test/builders/a-pod-watch.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import type { ObjectMeta, PodStatus } from '../../pod/types.ts';
import { awaitCommand } from './await-command.ts';

const RUNNING = aPod({ ephemerals: [{ name: 'dbg', state: { running: {} } }] });

function ended(
  exitCode: number,
  more: { readonly metadata?: Partial<ObjectMeta>; readonly status?: Partial<PodStatus> } = {},
) {
  return aPod({ ephemerals: [{ name: 'dbg', state: { terminated: { exitCode } } }], ...more });
}

function wait(first = RUNNING) {
  const { io, advance } = anIo();
  const fake = aPodWatch(first);
  const deadlineMs = io.now().getTime() + 60_000;
  const { signal } = new AbortController();
  const end = awaitCommand({ io, watch: fake.watch }, { container: 'dbg', deadlineMs }, signal);
  return { ...fake, advance, end };
}

const LEAVING = { deletionTimestamp: '2025-03-01T13:00:00Z' };
const EVICTED = { phase: 'Failed', reason: 'Evicted', message: 'low on memory' };

describe('awaitCommand', () => {
  it.each([
    { label: 'a code of its own', pod: ended(3), kind: 'terminated' },
    {
      label: 'a code of its own in a pod that is being deleted',
      pod: ended(3, { metadata: LEAVING }),
      kind: 'terminated',
    },
    { label: '137 by itself', pod: ended(137), kind: 'terminated' },
    { label: '137 in a pod that is being deleted', pod: ended(137, { metadata: LEAVING }), kind: 'gone' },
    { label: '137 in a pod that was evicted', pod: ended(137, { status: EVICTED }), kind: 'gone' },
  ])('ends with $label as $kind', async ({ pod, kind }) => {
    const { show, end } = wait();
    show(pod);
    expect(await end).toMatchObject({ kind });
  });

  it('ends with an evicted pod whose container has no status, and says why', async () => {
    const { show, end } = wait();
    show({ ...RUNNING, status: { ...RUNNING.status, ...EVICTED } });
    expect(await end).toEqual({ kind: 'gone', why: 'the pod has finished (Evicted: low on memory)' });
  });

  it('ends with the pod', async () => {
    const { showGone, end } = wait();
    showGone();
    expect(await end).toEqual({ kind: 'gone', why: 'the pod was deleted' });
  });

  it('ends when the time is up', async () => {
    const { advance, end } = wait();
    await advance(60_000);
    expect(await end).toMatchObject({ kind: 'too-long' });
  });
});
