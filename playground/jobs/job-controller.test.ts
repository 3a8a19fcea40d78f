import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import { startPlayground } from '../../test/playground/start-playground.ts';
import type { Pod } from '../../src/pod/types.ts';
import { podRef } from '../../src/pod/pod-ref.ts';
import { valueAt } from '../json.ts';

const JOBS = '/apis/batch/v1/namespaces/default/jobs';

/** The field is none that our program reads. */
function hostName({ spec }: Pod): unknown {
  return valueAt(spec, 'hostname');
}

interface JobAnswer {
  readonly metadata: { readonly uid: string; readonly labels: Readonly<Record<string, string>> };
  readonly status: {
    readonly active?: number;
    readonly succeeded?: number;
    readonly failed?: number;
    readonly completedIndexes?: string;
    readonly failedIndexes?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string;
    }[];
  };
}

async function startJob(spec: object) {
  const { playground } = await startPlayground({ pods: [], jobBackOff: { firstMs: 1, longestMs: 5 } });
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'w', image: 'w:1' }] } };
  const body = { metadata: { name: 'run' }, spec: { completionMode: 'Indexed', template, ...spec } };
  const reply = await send(playground, JOBS, { method: 'POST', body });
  expect(reply.status).toBe(201);
  const readJob = async (): Promise<JobAnswer> => (await send(playground, `${JOBS}/run`)).json as JobAnswer;
  const pods = async (): Promise<readonly Pod[]> =>
    (await send(playground, '/api/v1/namespaces/default/pods')).json.items as readonly Pod[];
  const active = async (): Promise<readonly Pod[]> =>
    (await pods()).filter(({ status }) => status?.phase === 'Running');
  /** Waits for this many running pods and lets the one with this index end. */
  const endPod = async (index: number, phase: 'Succeeded' | 'Failed', exitCode = 1): Promise<void> => {
    const isIt = (pod: Pod): boolean => hostName(pod) === `run-${index}`;
    await expect.poll(async () => (await active()).some(isIt)).toBe(true);
    const pod = (await active()).find(isIt);
    if (pod === undefined) throw new Error('it has gone');
    const state = {
      terminated: { exitCode, reason: 'Error', containerID: '', startedAt: '', finishedAt: '' },
    };
    const status = { name: 'w', ready: false, restartCount: 0, image: '', imageID: '', state };
    playground.setStatus(podRef(pod), { phase, containerStatuses: [status] });
  };
  const conditions = async (): Promise<readonly string[]> =>
    ((await readJob()).status.conditions ?? []).map(
      ({ type, status, reason }) => `${type}=${status} ${reason}`,
    );
  return { playground, readJob, pods, active, endPod, conditions };
}

describe('a Job with indexes', () => {
  it('makes a pod for each index, with its index and its owner, and completes with the last', async () => {
    const { pods, readJob, endPod, conditions } = await startJob({ completions: 3, parallelism: 3 });
    await expect.poll(async () => (await pods()).length).toBe(3);
    const [first] = await pods();
    const { uid } = (await readJob()).metadata;
    expect(first?.metadata).toMatchObject({
      name: expect.stringMatching(/^run-0-.{5}$/) as string,
      labels: {
        'batch.kubernetes.io/controller-uid': uid,
        'batch.kubernetes.io/job-name': 'run',
        'batch.kubernetes.io/job-completion-index': '0',
      },
      ownerReferences: [{ kind: 'Job', name: 'run', uid, controller: true }],
    });
    expect(first?.spec.containers[0]?.env).toMatchObject([{ name: 'JOB_COMPLETION_INDEX' }]);
    for (const index of [0, 2, 1]) await endPod(index, 'Succeeded', 0);
    await expect.poll(conditions).toContain('Complete=True CompletionsReached');
    expect((await readJob()).status).toMatchObject({ succeeded: 3, completedIndexes: '0-2' });
  });

  it('has no more pods at a time than its parallelism', async () => {
    const { pods, endPod } = await startJob({ completions: 3, parallelism: 1 });
    await endPod(0, 'Succeeded', 0);
    await endPod(1, 'Succeeded', 0);
    await expect.poll(async () => (await pods()).map(hostName)).toEqual(['run-0', 'run-1', 'run-2']);
  });

  it('starts a failed index again, and counts its failures', async () => {
    const { pods, readJob, endPod, conditions } = await startJob({
      completions: 2,
      parallelism: 2,
      backoffLimitPerIndex: 2,
    });
    await endPod(1, 'Failed');
    await expect.poll(async () => (await pods()).length).toBe(3);
    const again = (await pods()).filter((pod) => hostName(pod) === 'run-1');
    const counts = again.map(
      ({ metadata }) => metadata.annotations?.['batch.kubernetes.io/job-index-failure-count'],
    );
    expect([...counts].sort()).toEqual(['0', '1']);
    await endPod(1, 'Succeeded', 0);
    await endPod(0, 'Succeeded', 0);
    await expect.poll(conditions).toContain('Complete=True CompletionsReached');
    expect((await readJob()).status).toMatchObject({ succeeded: 2, failed: 1, failedIndexes: '' });
  });

  it('starts an index again whose pod was deleted', async () => {
    const { playground, active } = await startJob({ completions: 1, backoffLimitPerIndex: 1 });
    await expect.poll(async () => (await active()).length).toBe(1);
    const [first] = await active();
    if (first === undefined) throw new Error('it has gone');
    await playground.deletePod(podRef(first), 0);
    await expect.poll(async () => (await active()).length).toBe(1);
    expect((await active())[0]?.metadata.name).not.toBe(first.metadata.name);
  });

  it.each([
    { spec: { backoffLimitPerIndex: 0 }, ends: ['Failed', 'Succeeded'], expected: 'FailedIndexes' },
    { spec: { backoffLimit: 0 }, ends: ['Failed'], expected: 'BackoffLimitExceeded' },
    {
      spec: { backoffLimitPerIndex: 0, maxFailedIndexes: 0 },
      ends: ['Failed'],
      expected: 'MaxFailedIndexesExceeded',
    },
    {
      spec: {
        backoffLimitPerIndex: 5,
        podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }] },
      },
      ends: ['Failed'],
      expected: 'PodFailurePolicy',
    },
    { spec: { activeDeadlineSeconds: 0 }, ends: [], expected: 'DeadlineExceeded' },
  ] as const)('fails with $expected', async ({ spec, ends, expected }) => {
    const { active, endPod, conditions } = await startJob({ completions: 2, parallelism: 2, ...spec });
    for (const [index, phase] of ends.entries()) await endPod(index, phase, 42);
    await expect.poll(conditions).toContain(`Failed=True ${expected}`);
    await expect.poll(async () => (await active()).length).toBe(0);
  });

  it('has no pods while it is suspended, and goes on later', async () => {
    const { playground, pods, readJob, endPod, conditions } = await startJob({
      completions: 1,
      suspend: true,
    });
    const suspend = (isSuspended: boolean) =>
      send(playground, `${JOBS}/run`, {
        method: 'PATCH',
        contentType: 'application/merge-patch+json',
        body: { spec: { suspend: isSuspended } },
      });
    await expect.poll(conditions).toEqual(['Suspended=True JobSuspended']);
    expect(await pods()).toEqual([]);
    await suspend(false);
    await expect.poll(conditions).toEqual(['Suspended=False JobResumed']);
    await expect.poll(async () => (await pods()).length).toBe(1);
    await suspend(true);
    await expect.poll(async () => (await pods()).length).toBe(0);
    expect((await readJob()).status.failed).toBeUndefined();
    await suspend(false);
    await endPod(0, 'Succeeded', 0);
    await expect.poll(conditions).toContain('Complete=True CompletionsReached');
  });

  it('takes its pods with it', async () => {
    const { playground, pods } = await startJob({ completions: 2, parallelism: 2 });
    await expect.poll(async () => (await pods()).length).toBe(2);
    await send(playground, `${JOBS}/run?propagationPolicy=Background`, { method: 'DELETE' });
    await expect.poll(async () => (await pods()).length).toBe(0);
  });

  it('goes when its time after the end is over', async () => {
    const { playground, endPod } = await startJob({ completions: 1, ttlSecondsAfterFinished: 0 });
    await endPod(0, 'Succeeded', 0);
    await expect.poll(async () => (await send(playground, `${JOBS}/run`)).status).toBe(404);
  });

  it('says in an Event that the ServiceAccount of its pods is missing', async () => {
    const template = {
      spec: {
        serviceAccountName: 'nobody',
        restartPolicy: 'Never',
        containers: [{ name: 'w', image: 'w:1' }],
      },
    };
    const { playground } = await startJob({ completions: 1, template });
    await expect
      .poll(() => playground.listEvents().map(({ reason, message }) => `${reason}: ${message}`))
      .toEqual([
        expect.stringMatching(
          /^FailedCreate: Error creating: pods "run-0-.{5}" is forbidden: error looking up service account default\/nobody: serviceaccount "nobody" not found$/,
        ),
      ]);
  });
});
