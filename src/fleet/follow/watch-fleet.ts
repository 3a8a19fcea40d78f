import { apiPath } from '../../cluster/api-path.ts';
import { podListPath } from '../../cluster/api/pods.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { EVENT, POD } from '../../cluster/objects/object-shapes.ts';
import type { Io } from '../../io.ts';
import type { KubernetesEvent, Pod } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { countsName } from '../counts/fleet-counts.ts';
import { fleetName } from '../fleet-run.ts';
import { JOB, type Job } from '../seen/job-view.ts';
import { partList } from './fleet-lists.ts';
import type { FleetState } from './fleet-state.ts';
import type { FollowedRun } from './followed-run.ts';
import type { Renewal } from './renewal.ts';
import type { RowTaker } from './row-taker.ts';
import { watchSteadily } from './steady-watch.ts';

interface Watching {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly followed: FollowedRun;
  readonly state: FleetState;
  readonly taker: RowTaker;
  readonly renewal: Renewal;
}

/**
 * Watches all objects of a run that a follower reads, until the signal is aborted. The promises reject with its reason, or with
 * a refusal. Who may not see pods and events follows without them.
 */
export function watchFleet(watching: Watching, signal: AbortSignal): readonly Promise<void>[] {
  return [
    watchParts(watching, signal),
    watchJob(watching, signal),
    watchPods(watching, signal).catch(() => until(signal)),
    watchRefusals(watching, signal).catch(() => until(signal)),
  ];
}

function until(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('ended'));
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
}

/**
 * One watch for both parts: when the counts say that a worker has ended, its rows have come before. The ConfigMaps of a run that
 * somebody removes are passed once more, whole.
 */
async function watchParts(
  { io, cluster, followed, state, taker, renewal }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const list = partList(followed.run, ['lines', 'counts']);
  const counts = countsName(followed.run);
  for await (const { object, type } of watchSteadily<ConfigMap>(io, cluster, { ...list, renewal, signal })) {
    if (object.metadata.name === counts) {
      if (type === 'deleted') state.hearRemoval(object);
      else state.hearCounts(object);
      continue;
    }
    state.hearLines();
    await taker.take(object);
  }
}

async function watchJob(
  { io, cluster, followed, state, renewal }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const { run, job } = followed;
  for await (const { object, type } of watchSteadily<Job>(io, cluster, {
    path: apiPath('apis', 'batch', 'v1', 'namespaces', run.namespace, 'jobs'),
    shape: JOB,
    selection: { fieldSelector: `metadata.name=${fleetName(run.runId)}` },
    known: [job],
    renewal,
    signal,
  }))
    state.hearJob(type === 'deleted' || object.metadata.uid !== job.metadata.uid ? undefined : object);
}

async function watchPods(
  { io, cluster, followed, state, renewal }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const { runId, namespace } = followed.run;
  for await (const { object, type } of watchSteadily<Pod>(io, cluster, {
    path: podListPath(namespace),
    shape: POD,
    selection: { labelSelector: `job-name=${fleetName(runId)}` },
    renewal,
    signal,
  }))
    state.hearPod(object.metadata.name ?? '', type === 'deleted' ? undefined : object);
}

/** The Job controller says in events why it cannot create a pod. */
async function watchRefusals(
  { io, cluster, followed, state, renewal }: Watching,
  signal: AbortSignal,
): Promise<void> {
  const { run, job } = followed;
  const uid = job.metadata.uid ?? '';
  for await (const { object, type } of watchSteadily<KubernetesEvent>(io, cluster, {
    path: apiPath('api', 'v1', 'namespaces', run.namespace, 'events'),
    shape: EVENT,
    selection: { fieldSelector: `involvedObject.uid=${uid},reason=FailedCreate` },
    renewal,
    signal,
  }))
    if (type !== 'deleted') state.hearEvent(object);
}
