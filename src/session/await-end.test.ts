import { describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { aPod, running, terminated } from '../../test/builders/a-pod.ts';
import { aPodWatch } from '../../test/builders/a-pod-watch.ts';
import type { ContainerStateFields } from '../pod/types.ts';
import { awaitContainerEnd, outcomeOfEnd, STATUS_LAG_MS } from './await-end.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg', patienceMs: STATUS_LAG_MS };
const aPodWith = (state: ContainerStateFields) => aPod({ ephemerals: [{ name: 'dbg', state }] });

function wait(state: ContainerStateFields = running(), signal = new AbortController().signal) {
  const fake = anIo();
  const watched = aPodWatch(aPodWith(state));
  const end = awaitContainerEnd({ io: fake.io, watch: watched.watch }, REF, signal);
  end.catch(() => undefined);
  return { ...fake, ...watched, end };
}

describe('awaitContainerEnd', () => {
  it('returns at once when the status says that it has ended', async () => {
    expect(await wait(terminated(3)).end).toMatchObject({ kind: 'terminated', terminated: { exitCode: 3 } });
  });

  it('waits for a status that lags behind, past changes that say something else', async () => {
    const { advance, show, end } = wait();
    await advance(7000);
    show(aPodWith(running()));
    await advance(7000);
    show(aPodWith(terminated(4)));
    expect(await end).toMatchObject({ kind: 'terminated', terminated: { exitCode: 4 } });
  });

  it('gives up after fifteen seconds, however often the pod changes', async () => {
    const { advance, show, end } = wait();
    await advance(14_000);
    show(aPodWith(running()));
    await advance(999);
    show(aPodWith(running()));
    await advance(1);
    expect(await end).toEqual({ kind: 'still-running' });
  });

  it('says when the pod is gone', async () => {
    const { showGone, end } = wait();
    showGone();
    expect(await end).toEqual({ kind: 'pod-gone' });
  });

  it('fails when nobody can look at the pod any more', async () => {
    const { fail, end } = wait();
    fail(new Error('forbidden'));
    await expect(end).rejects.toThrow('forbidden');
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { end } = wait(running(), controller.signal);
    controller.abort(new Error('Ctrl-C'));
    await expect(end).rejects.toThrow('Ctrl-C');
  });
});

describe('outcomeOfEnd', () => {
  it.each([
    { state: terminated(0), outcome: { kind: 'exited', exitCode: 0, reason: 'Completed' } },
    {
      state: terminated(137, { reason: 'OOMKilled' }),
      outcome: { kind: 'exited', exitCode: 137, reason: 'OOMKilled' },
    },
    { state: terminated(0, { signal: 15 }), outcome: { kind: 'exited', exitCode: 143 } },
    { state: terminated(255, { signal: 9 }), outcome: { kind: 'exited', exitCode: 255 } },
    {
      state: terminated(137, { reason: 'ContainerStatusUnknown' }),
      outcome: { kind: 'unknown', reason: 'the node lost track of the container' },
    },
  ])('reads $state', async ({ state, outcome }) => {
    expect(outcomeOfEnd(await wait(state).end, '')).toMatchObject(outcome);
  });

  it.each([
    { end: { kind: 'still-running' }, outcome: { kind: 'lost', reason: 'the connection was cut' } },
    { end: { kind: 'pod-gone' }, outcome: { kind: 'unknown', reason: 'the pod was deleted' } },
  ] as const)('never takes $end.kind for an exit', ({ end, outcome }) => {
    expect(outcomeOfEnd(end, 'the connection was cut')).toEqual(outcome);
  });
});
