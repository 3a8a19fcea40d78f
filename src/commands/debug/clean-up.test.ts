import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { CliError } from '../../errors/cli-error.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { withRemoval } from './clean-up.ts';

const POD = aPod({ name: 'again' });
const DELETE = 'kubectl delete pod again -n shop';

function setUp(removes: boolean) {
  const fake = anIo();
  const { cluster, requests } = aCluster({ json: () => ({ kind: 'Status', status: 'Success' }) });
  const notes = makeNotes(fake.io, { quiet: false });
  const debugging = { io: fake.io, cluster, notes, isQuiet: false, command: { removes } };
  return { debugging, said: fake.stderrText, methods: () => requests.map(({ method }) => method) };
}

describe('withRemoval', () => {
  it('leaves the pod alone without --rm', async () => {
    const { debugging, said, methods } = setUp(false);
    expect(await withRemoval(debugging, POD, () => Promise.resolve(3))).toBe(3);
    expect({ said: said(), methods: methods() }).toEqual({ said: '', methods: [] });
  });

  it('deletes the pod with --rm after its session, and returns the exit code', async () => {
    const { debugging, said, methods } = setUp(true);
    expect(await withRemoval(debugging, POD, () => Promise.resolve(3))).toBe(3);
    expect(methods()).toEqual(['DELETE']);
    expect(said()).toMatch(/pod shop\/again/);
  });

  it('keeps the pod of a session that goes on, and says how to delete it', async () => {
    const { debugging, said, methods } = setUp(true);
    const lost = new CliError('connection-lost', 'cut', { hint: 'kubectl-debug attach again' });
    const failing = withRemoval(debugging, POD, (onGoesOn) => {
      onGoesOn();
      return Promise.reject(lost);
    });
    await expect(failing).rejects.toBe(lost);
    expect(methods()).toEqual([]);
    expect(said()).toContain(`its session goes on; to remove it: ${DELETE}`);
  });

  it('deletes the pod of a session that failed, and drops the hint that leads to it', async () => {
    const { debugging, methods } = setUp(true);
    const failed = new CliError('start-failed', 'no', { hint: 'kubectl-debug pods again --explain' });
    const failing = withRemoval(debugging, POD, () => Promise.reject(failed));
    await expect(failing).rejects.toMatchObject({
      message: 'no',
      hint: 'its pod is deleted now; without --rm it stays, so that it can be looked at',
    });
    expect(methods()).toEqual(['DELETE']);
  });
});
