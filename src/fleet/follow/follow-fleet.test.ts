import { describe, expect, it } from 'vitest';
import {
  aFleet,
  JOB_NAME,
  rowOfPod,
  RUN,
  type FakeFleet,
  type FleetOptions,
} from '../../../test/fleet/a-fleet.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { aFailedRow } from '../../../test/builders/a-run-row.ts';
import type { RunResults } from '../../audit/rows/run-results.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import { CliError } from '../../errors/cli-error.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { Pod } from '../../pod/types.ts';
import type { FakeObject } from '../../../test/fleet/fake-objects.ts';
import { findRun } from './list-runs.ts';
import { followFleet, type FleetEnd } from './follow-fleet.ts';
import { readPlan } from './read-plan.ts';

interface Followed {
  readonly fleet: FakeFleet;
  readonly rows: readonly RunRow[];
  readonly end: Promise<FleetEnd>;
  readonly stderr: () => string;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly leave: AbortController;
  readonly progress: () => readonly unknown[];
}

function results(rows: RunRow[], told: unknown[]): RunResults {
  return {
    begin: () => undefined,
    progress: (...numbers) => void told.splice(0, told.length, ...numbers),
    pauseProgress: () => () => undefined,
    accept: (row) => Promise.resolve(void rows.push(row)),
    finish: () => Promise.resolve({ unmet: 0 }),
    close: () => Promise.resolve(),
  };
}

async function follow(fleet: FakeFleet): Promise<Followed> {
  const { io, stderrText, advance } = anIo();
  const rows: RunRow[] = [];
  const told: unknown[] = [];
  const leave = new AbortController();
  const { cluster } = fleet;
  const found = await findRun(cluster, RUN, leave.signal);
  if (found === undefined) throw new Error('the fleet has no Job');
  const workers = found.job.spec?.completions ?? 0;
  const plan = await readPlan({ io, cluster }, { run: RUN, workers }, leave.signal);
  const following = { io, cluster, results: results(rows, told), notes: makeNotes(io, { quiet: false }) };
  const end = followFleet(following, { run: RUN, plan, job: found.job }, leave.signal);
  end.catch(() => undefined);
  return { fleet, rows, end, stderr: stderrText, advance, leave, progress: () => told };
}

const start = (options: FleetOptions = {}): Promise<Followed> => follow(aFleet(options));
const podsOf = (rows: readonly RunRow[]): readonly string[] =>
  rows.map(({ pod, outcome }) => `${pod} ${outcome}`);
const TWO = [['web-1', 'web-2'], ['api-1']] as const;

/** A pod of a worker. */
function workerPod(worker: number, fields: Parameters<typeof aPod>[0] = {}): FakeObject {
  const pod: Pod = aPod({ namespace: RUN.namespace, name: `${JOB_NAME}-${worker}-abcde`, ...fields });
  const labels = { 'job-name': JOB_NAME, 'batch.kubernetes.io/job-completion-index': `${worker}` };
  return { ...pod, metadata: { ...pod.metadata, labels, uid: `uid-of-worker-${worker}` } };
}

const waitingFor = (reason: string, message: string) =>
  ({ apps: [{ name: 'worker', image: 'kd:1', state: { waiting: { reason, message } } }] }) as never;

describe('followFleet', () => {
  it('passes the rows of all workers, each once, those of skipped pods first', async () => {
    const { fleet, rows, end } = await start({
      shares: TWO,
      skipped: [aFailedRow({ pod: 'static-1', outcome: 'skipped' })],
    });
    fleet.write(0, 'web-1');
    fleet.tell(0, { running: 1, done: 1 });
    fleet.write(0, 'web-1');
    fleet.finish();
    expect(await end).toMatchObject({ kind: 'ended', end: 'complete', isUnfinished: false });
    expect(podsOf(rows)).toEqual(['static-1 skipped', 'web-1 exited', 'web-2 exited', 'api-1 exited']);
    expect(rows[1]).toEqual(rowOfPod('web-1'));
  });

  it('passes all rows again to who follows again, and those of a run that has ended', async () => {
    const fleet = aFleet();
    fleet.write(0, 'web-1');
    const first = await follow(fleet);
    await expect.poll(() => first.rows).toHaveLength(1);
    first.leave.abort(new Error('left'));
    await expect(first.end).rejects.toThrow('left');
    fleet.finish();
    fleet.setJob({
      status: {
        completedIndexes: '0',
        completionTime: '2025-03-01T13:04:00Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
    });
    const again = await follow(fleet);
    expect(await again.end).toMatchObject({ end: 'complete', finishedAt: new Date('2025-03-01T13:04:00Z') });
    expect(podsOf(again.rows)).toEqual(['web-1 exited', 'web-2 exited']);
  });

  it.each(['a cut', 'an old version'])('loses and repeats no row at %s', async (what) => {
    const { fleet, rows, end, advance } = await start();
    fleet.write(0, 'web-1');
    await expect.poll(() => rows).toHaveLength(1);
    fleet.cut(what === 'a cut' ? undefined : 'expired');
    fleet.finish();
    for (let step = 0; step < 5; step += 1) await advance(10_000);
    await end;
    expect(podsOf(rows)).toEqual(['web-1 exited', 'web-2 exited']);
  });

  it('goes on after the API server was away, however long, and says so', async () => {
    const { fleet, rows, end, advance, stderr } = await start();
    fleet.write(0, 'web-1');
    await expect.poll(() => rows).toHaveLength(1);
    fleet.failWith(new CliError('unreachable', 'the API server does not answer'));
    for (let step = 0; step < 60; step += 1) await advance(10_000);
    fleet.failWith(undefined);
    for (let step = 0; step < 8; step += 1) await advance(5000);
    fleet.finish();
    expect(await end).toMatchObject({ end: 'complete' });
    expect(podsOf(rows)).toEqual(['web-1 exited', 'web-2 exited']);
    expect(stderr()).toBe(
      'the API server does not answer; the audit goes on in the cluster, and this goes on when it answers again\n' +
        'the API server answers again\n',
    );
  });

  it('tells the sum of what the workers do', async () => {
    const { fleet, end, progress } = await start({ shares: TWO });
    fleet.tell(0, { running: 2, done: 1, failures: 1 });
    fleet.tell(1, { running: 1 });
    await expect.poll(() => progress()).toEqual([3, { done: 1, failed: 1 }]);
    fleet.finish();
    await end;
    expect(progress()).toEqual([0, { done: 3, failed: 0 }]);
  });

  it('ends well when another one follows the run to its end and removes it', async () => {
    const { fleet, rows, end } = await start();
    fleet.finish();
    fleet.removeAll();
    expect(await end).toMatchObject({ end: 'complete', isUnfinished: false });
    expect(podsOf(rows)).toEqual(['web-1 exited', 'web-2 exited']);
  });

  it('says which pods were not audited when the Job is deleted', async () => {
    const { fleet, rows, end } = await start();
    fleet.write(0, 'web-2');
    fleet.tell(0, { running: 1, done: 1 });
    await expect.poll(() => rows).toHaveLength(1);
    fleet.removeAll();
    expect(await end).toMatchObject({ end: 'interrupted', isUnfinished: true });
    expect(podsOf(rows)).toEqual(['web-2 exited', 'web-1 not-run']);
    expect(rows[1]?.reason?.message).toBe(`the Job ${JOB_NAME} was deleted before this pod was audited`);
  });

  it.each([
    { label: 'told', trouble: 'it may not list pods in shop', expected: ': it may not list pods in shop' },
    { label: 'not told', trouble: undefined, expected: '' },
  ])(
    'names a worker that has failed for good, for a reason that it has $label',
    async ({ trouble, expected }) => {
      const { fleet, rows, end } = await start({ shares: TWO });
      fleet.tell(0, { trouble });
      fleet.write(1, 'api-1');
      fleet.tell(1, { done: 1, end: 'complete' });
      fleet.setJob({ status: { failedIndexes: '0' } });
      expect(await end).toMatchObject({ end: 'complete', isUnfinished: true });
      expect(podsOf(rows)).toEqual(['api-1 exited', 'web-1 not-run', 'web-2 not-run']);
      expect(rows[1]?.reason?.message).toBe(`worker 0 has failed${expected}`);
    },
  );

  it.each(['canary', 'failures', 'interrupted'] as const)(
    'gives the reason of a run that ended by %s',
    async (why) => {
      const { fleet, rows, end } = await start();
      fleet.write(0, 'web-1');
      fleet.tell(0, { done: 1, end: why });
      expect(await end).toMatchObject({ end: why });
      expect(podsOf(rows)).toEqual(['web-1 exited', 'web-2 not-run']);
    },
  );

  it('waits for workers that run when all were asked to stop, and not for those that have not begun', async () => {
    const { fleet, rows, end } = await start({ shares: TWO });
    fleet.tell(0, { running: 1 });
    fleet.ask('stop');
    fleet.write(0, 'web-1');
    fleet.tell(0, { done: 1, end: 'interrupted' });
    expect(await end).toMatchObject({ end: 'interrupted' });
    expect(podsOf(rows)).toEqual(['web-1 exited', 'web-2 not-run', 'api-1 not-run']);
    expect(rows[2]?.reason?.message).toBe('the audit was interrupted');
  });
});

describe('followFleet, when workers do not start', () => {
  it('ends at once, with the reason, if none ever can', async () => {
    const { fleet, end, rows } = await start();
    fleet.put(
      'pods',
      workerPod(
        0,
        waitingFor(
          'ErrImagePull',
          'rpc error: code = NotFound desc = failed to pull and unpack image "kd:1": not found',
        ),
      ),
    );
    const { error } = (await end) as Extract<FleetEnd, { kind: 'never-began' }>;
    expect(error.kind).toBe('image-not-found');
    expect(error.message).toBe(
      `cannot run the audit in the cluster: worker 0 of 1 (pod jobs/${JOB_NAME}-0-abcde) cannot start: image "kd:1" does not exist in its registry; nothing was run`,
    );
    expect(rows).toEqual([]);
  });

  it('says why within seconds, once, and goes on waiting for what may pass', async () => {
    const { fleet, end, stderr, advance } = await start({ shares: TWO });
    const message =
      'Error creating: pods "audit-x-0-f7k2d" is forbidden: exceeded quota: small, requested: pods=1';
    const event = {
      metadata: { name: 'e1', namespace: 'jobs' },
      involvedObject: { uid: 'uid-of-job' },
      reason: 'FailedCreate',
      message,
    };
    fleet.put('events', event);
    for (let step = 0; step < 4; step += 1) await advance(1000);
    fleet.put('events', {
      ...event,
      message: `(combined from similar events): ${message.replace('f7k2d', 'abcde')}`,
    });
    for (let step = 0; step < 4; step += 1) await advance(1000);
    expect(stderr()).toBe(
      'Warning: 2 of 2 workers cannot start: the cluster refuses its pod: exceeded quota: small, requested: pods=1; waiting up to 5m for that to pass [admission-denied]\n' +
        'hint: to see the quota: kubectl describe quota -n jobs; or use another namespace: --in-cluster-namespace\n',
    );
    fleet.put('pods', workerPod(0));
    fleet.finish();
    expect(await end).toMatchObject({ end: 'complete' });
  });

  it('gives up after five minutes in which no worker could start', async () => {
    const { fleet, end, advance } = await start();
    const unscheduled = [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/2 nodes are available' },
    ];
    fleet.put(
      'pods',
      workerPod(0, {
        spec: { nodeName: '' },
        status: { phase: 'Pending', conditions: unscheduled },
      }),
    );
    for (let step = 0; step < 62; step += 1) await advance(5000);
    const { error } = (await end) as Extract<FleetEnd, { kind: 'never-began' }>;
    expect(error.kind).toBe('pod-unscheduled');
    expect(error.message).toContain('it has no node yet (Unschedulable: 0/2 nodes are available), for 5m');
  });

  it('ends with the rows of the others if one can never start', async () => {
    const { fleet, rows, end } = await start({ shares: TWO });
    fleet.put('pods', workerPod(1, waitingFor('ErrImageNeverPull', '')));
    fleet.write(0, 'web-1', 'web-2');
    fleet.tell(0, { done: 2, end: 'complete' });
    expect(await end).toMatchObject({ kind: 'ended', end: 'complete' });
    expect(rows[2]).toMatchObject({ pod: 'api-1', outcome: 'not-run' });
    expect(rows[2]?.reason?.message).toContain('worker 1 could not start: image "kd:1" is not on the node');
  });

  it('names the right that a worker lacks, and gives up after a minute', async () => {
    const { fleet, end, stderr, advance } = await start();
    fleet.tell(0, { trouble: 'the worker may not patch pods/ephemeralcontainers in namespace shop' });
    for (let step = 0; step < 3; step += 1) await advance(1000);
    expect(stderr()).toBe(
      'Warning: worker 0 of 1 cannot work: the worker may not patch pods/ephemeralcontainers in namespace shop; waiting up to 60s for that to pass [forbidden]\n' +
        'hint: give the ServiceAccount of the workers this right; they go on by themselves\n',
    );
    for (let step = 0; step < 12; step += 1) await advance(5000);
    const never = await end;
    expect(never).toMatchObject({ kind: 'never-began', error: { kind: 'forbidden' } });
  });

  it('says how a worker ended that is started again', async () => {
    const { fleet, end, stderr } = await start();
    const terminated = { exitCode: 137, reason: 'OOMKilled' };
    fleet.put('pods', workerPod(0, { phase: 'Failed', apps: [{ name: 'worker', state: { terminated } }] }));
    await expect
      .poll(() => stderr())
      .toBe(
        `worker 0 ended early, in pod jobs/${JOB_NAME}-0-abcde: exit code 137 (OOMKilled); the Job starts it again\n`,
      );
    fleet.finish();
    await end;
  });
});
