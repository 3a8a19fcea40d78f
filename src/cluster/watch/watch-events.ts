import type { Io } from '../../io.ts';
import type { ContainerRef, KubernetesEvent } from '../../pod/types.ts';
import { apiPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { listPages } from '../list/list-pages.ts';
import { EVENT } from '../objects/object-shapes.ts';
import { watchObjects } from './watch.ts';

export interface ContainerEventRequest {
  readonly container: ContainerRef;
  readonly podUid: string;
  readonly signal: AbortSignal;
}

/**
 * Watches the events of one container from its first event on. Finds them by `fieldPath`, as the message no longer
 * names the container. Events can be missing: the kubelet sends 25 per pod, then one every five minutes. Throws as
 * `watchObjects`.
 */
export async function* watchContainerEvents(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { container, podUid, signal }: ContainerEventRequest,
): AsyncGenerator<KubernetesEvent, void> {
  // `spec.ephemeralContainers{NAME}`, `spec.containers{NAME}`, …: names are unique across the kinds of containers.
  const suffix = `{${container.container}}`;
  const events = watchObjects<KubernetesEvent>(io, cluster, {
    path: apiPath('api', 'v1', 'namespaces', container.namespace, 'events'),
    shape: EVENT,
    selection: { fieldSelector: `involvedObject.uid=${podUid}` },
    // "Any" version: existing events come first. The pod's own version is of no use, as events can be in a separate
    // etcd.
    resourceVersion: '0',
    signal,
  });
  for await (const event of events) {
    const isOfContainer = event.object.involvedObject?.fieldPath?.endsWith(suffix) === true;
    if (event.type !== 'deleted' && isOfContainer) yield event.object;
  }
}

/** Where to watch for starts. */
interface StartsRequest {
  /** undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly signal: AbortSignal;
}

const STARTED = { fieldSelector: 'involvedObject.kind=Pod,reason=Started' };

/**
 * Yields the names of debug containers that start from now on. Events report a start up to a second before the
 * pod's status, but can be missing. Throws as `watchObjects`.
 */
export async function* watchDebugStarts(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { namespace, signal }: StartsRequest,
): AsyncGenerator<string, void> {
  const place = namespace === undefined ? [] : ['namespaces', namespace];
  const path = apiPath('api', 'v1', ...place, 'events');
  const request = { path, shape: EVENT, selection: STARTED, signal };
  const first = await listPages<KubernetesEvent>(cluster, { ...request, limit: 1 }).next();
  const resourceVersion = first.done === true ? undefined : first.value.resourceVersion;
  for await (const { object } of watchObjects<KubernetesEvent>(io, cluster, {
    ...request,
    resourceVersion,
  })) {
    const [, name] = /^spec\.ephemeralContainers\{(.+)\}$/.exec(object.involvedObject?.fieldPath ?? '') ?? [];
    if (name !== undefined) yield name;
  }
}
