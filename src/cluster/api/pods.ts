import { podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod, PodRef } from '../../pod/types.ts';
import { isApiError } from '../refusals/api-error.ts';
import { apiPath, podPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { readPodList } from '../list/kubernetes-protobuf.ts';
import { DELETED_POD, POD } from '../objects/object-shapes.ts';
import { listPages, type ListPage, type Selection } from '../list/list-pages.ts';

/** Field manager of our writes; at most 128 characters. */
const FIELD_MANAGER = 'kubectl-debug';

/** Reads one pod. Throws `ApiError`. */
export function getPod(cluster: Cluster, ref: PodRef, signal?: AbortSignal): Promise<Pod> {
  return cluster.requestJson({ method: 'GET', path: podPath(ref), shape: POD, ...(signal && { signal }) });
}

/** Reads a pod again; undefined if it is gone or was replaced under its name. Throws `ApiError`. */
export async function getSamePod(
  cluster: Cluster,
  first: Pod,
  signal: AbortSignal,
): Promise<Pod | undefined> {
  const pod = await getPod(cluster, podRef(first), signal).catch((error: unknown) => {
    if (isApiError(error) && error.code === 404) return undefined;
    throw error;
  });
  return pod?.metadata.uid === first.metadata.uid ? pod : undefined;
}

export interface PodListRequest extends Selection {
  /** All namespaces when absent. */
  readonly namespace?: string | undefined;
  /** Pods per page; 500 by default, 0 for all in one page. */
  readonly limit?: number;
  /** `columns` reads only the fields behind the columns of `kubectl get pods`, which is several times faster. */
  readonly fields?: 'columns';
}

/** The path of the pods in a namespace, or in all namespaces. */
export function podListPath(namespace: string | undefined): string {
  return namespace === undefined
    ? apiPath('api', 'v1', 'pods')
    : apiPath('api', 'v1', 'namespaces', namespace, 'pods');
}

/** Lists pods page by page, as `listPages` does. Throws `ApiError`. */
export function listPods(
  cluster: Cluster,
  { namespace, limit, fields, ...selection }: PodListRequest,
  signal?: AbortSignal,
): AsyncGenerator<ListPage<Pod>, void> {
  const path = podListPath(namespace);
  return listPages<Pod>(cluster, {
    path,
    shape: POD,
    selection,
    ...(fields === 'columns' && { compact: { decode: readPodList } }),
    ...(limit !== undefined && { limit }),
    ...(signal && { signal }),
  });
}

interface NewEphemeralContainer {
  readonly ref: PodRef;
  /** uid of the pod as read: the server refuses (422) a pod that was recreated under its name. */
  readonly uid: string;
  readonly container: EphemeralContainer;
  /** Names of the pod's ephemeral containers. The new one goes last, as with kubectl. */
  readonly existing: readonly string[];
  /** Whether the server only validates the change, admission included. */
  readonly isDryRun?: boolean;
}

/** The query of every write: the server refuses unknown fields instead of dropping them. */
function writeQuery(isDryRun: boolean | undefined): Readonly<Record<string, string>> {
  return {
    fieldManager: FIELD_MANAGER,
    fieldValidation: 'Strict',
    ...(isDryRun === true && { dryRun: 'All' }),
  };
}

/**
 * Adds one ephemeral container and returns the stored pod. The server merges the list by name, so a repeated
 * request changes nothing. Throws `ApiError`.
 * See https://github.com/kubernetes/enhancements/tree/master/keps/sig-node/277-ephemeral-containers
 */
export function patchEphemeralContainer(
  cluster: Cluster,
  { ref, uid, container, existing, isDryRun }: NewEphemeralContainer,
  signal?: AbortSignal,
): Promise<Pod> {
  return cluster.requestJson({
    method: 'PATCH',
    shape: POD,
    path: podPath(ref, 'ephemeralcontainers'),
    query: writeQuery(isDryRun),
    contentType: 'application/strategic-merge-patch+json',
    body: {
      metadata: { uid },
      spec: {
        ephemeralContainers: [container],
        // Without this order the server puts new items first.
        '$setElementOrder/ephemeralContainers': [...existing, container.name].map((name) => ({ name })),
      },
    },
    ...(signal && { signal }),
  });
}

/** Creates a pod in its namespace and returns the stored pod. Throws `ApiError`. */
export function createPod(
  cluster: Cluster,
  { pod, isDryRun }: { readonly pod: Pod; readonly isDryRun?: boolean },
  signal?: AbortSignal,
): Promise<Pod> {
  return cluster.requestJson({
    method: 'POST',
    shape: POD,
    path: podListPath(pod.metadata.namespace ?? cluster.namespace),
    query: writeQuery(isDryRun),
    body: pod,
    ...(signal && { signal }),
  });
}

interface PodDeletion {
  readonly ref: PodRef;
  /** The server refuses (409) to delete another pod of the same name. */
  readonly uid?: string;
  /** Default: the grace period of the pod. */
  readonly gracePeriodSeconds?: number;
}

/** The result of a deletion. */
export interface PodDeleted {
  /** Whether the pod is gone already; else it is terminating. */
  readonly isGone: boolean;
  /** Finalizers that keep the pod until their controllers remove them. */
  readonly finalizers: readonly string[];
  /** Node whose kubelet ends the containers. */
  readonly nodeName: string | undefined;
}

/**
 * Deletes a pod. A pod on a node stays until the kubelet has ended its containers, within the grace period, and
 * until its finalizers are removed. Throws `ApiError`.
 * See https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
export async function deletePod(
  cluster: Cluster,
  { ref, uid, gracePeriodSeconds }: PodDeletion,
  signal?: AbortSignal,
): Promise<PodDeleted> {
  const { metadata, spec } = await cluster.requestJson<AnsweredPod>({
    method: 'DELETE',
    shape: DELETED_POD,
    path: podPath(ref),
    body: {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
      ...(uid !== undefined && { preconditions: { uid } }),
    },
    ...(signal && { signal }),
  });
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  const isHeld = deletionGracePeriodSeconds > 0 || finalizers.length > 0;
  return {
    isGone: deletionTimestamp === undefined || !isHeld,
    finalizers,
    nodeName: spec?.nodeName,
  };
}

interface AnsweredPod {
  readonly metadata: Pod['metadata'];
  readonly spec?: { readonly nodeName?: string };
}
