import type { Io } from '../io.ts';
import type { ContainerRef, KubernetesEvent } from '../pod/types.ts';
import { apiPath } from './api-path.ts';
import type { Cluster } from './cluster.ts';
import { watchObjects } from './watch.ts';

export interface ContainerEventRequest {
  readonly container: ContainerRef;
  readonly podUid: string;
  readonly signal: AbortSignal;
}

/**
 * What the kubelet reports about one container, from its first event on; found by `fieldPath`, as the
 * message no longer names the container. Events can be missing at any time: the kubelet sends 25 a pod, then one in
 * five minutes. Errors as `watchObjects`; listing events may be forbidden.
 */
export async function* watchContainerEvents(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { container, podUid, signal }: ContainerEventRequest,
): AsyncGenerator<KubernetesEvent, void> {
  // `spec.ephemeralContainers{NAME}`, `spec.containers{NAME}`, …: a name is that of one container, whatever its kind.
  const suffix = `{${container.container}}`;
  const events = watchObjects<KubernetesEvent>(io, cluster, {
    path: apiPath('api', 'v1', 'namespaces', container.namespace, 'events'),
    selection: { fieldSelector: `involvedObject.uid=${podUid}` },
    // "Any" version: the events that there are come first, in the same request. The pod's own version would not do, as
    // events may be kept in a store of their own.
    resourceVersion: '0',
    signal,
  });
  for await (const event of events) {
    const isOfContainer = event.object.involvedObject?.fieldPath?.endsWith(suffix) === true;
    if (event.type !== 'deleted' && isOfContainer) yield event.object;
  }
}
