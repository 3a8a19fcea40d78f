import { podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod, PodRef } from '../../pod/types.ts';
import { isApiError } from '../refusals/api-error.ts';
import { apiPath, podPath } from '../api-path.ts';
import type { Cluster } from '../cluster.ts';
import { readPodList } from '../list/kubernetes-protobuf.ts';
import { DELETED_POD, POD } from '../objects/object-shapes.ts';
import { listPages, type ListPage, type Selection } from '../list/list-pages.ts';

/** Who is named as the owner of the fields that we set: at most 128 characters. */
const FIELD_MANAGER = 'kubectl-debug';

/** Reads one pod. Throws `ApiError`. */
export function getPod(cluster: Cluster, ref: PodRef, signal?: AbortSignal): Promise<Pod> {
  return cluster.requestJson({ method: 'GET', path: podPath(ref), shape: POD, ...(signal && { signal }) });
}

/** Reads a pod again; undefined when it is gone, or another one has its name. Throws `ApiError`. */
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
  /** All namespaces without it. */
  readonly namespace?: string | undefined;
  /** Pods a page; 500 by default, 0 for all in one page. */
  readonly limit?: number;
  /** `columns` asks for no more of each pod than what the columns of `kubectl get pods` are made of: several times faster. */
  readonly fields?: 'columns';
}

/** The path of the pods of one namespace, or of all. */
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

export interface NewEphemeralContainer {
  readonly ref: PodRef;
  /** Of the pod that was looked at: one that was recreated under its name is refused (422). */
  readonly uid: string;
  readonly container: EphemeralContainer;
  /** Names of the ephemeral containers that the pod has; the new one goes behind them, as kubectl's does. */
  readonly existing: readonly string[];
  /** Whether the server only checks it, admission included, and changes nothing. */
  readonly isDryRun?: boolean;
}

/** Of every write: unknown fields are refused instead of dropped. */
function writeQuery(isDryRun: boolean | undefined): Readonly<Record<string, string>> {
  return {
    fieldManager: FIELD_MANAGER,
    fieldValidation: 'Strict',
    ...(isDryRun === true && { dryRun: 'All' }),
  };
}

/**
 * Adds one ephemeral container and returns the pod as stored. The list is merged by name, so sending the same once
 * more changes nothing. Throws `ApiError`.
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
        // Without it the server puts new items of a merged list first.
        '$setElementOrder/ephemeralContainers': [...existing, container.name].map((name) => ({ name })),
      },
    },
    ...(signal && { signal }),
  });
}

/** Creates a pod in the namespace that it names and returns it as stored. Throws `ApiError`. */
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

export interface PodDeletion {
  readonly ref: PodRef;
  /** Another pod of the same name is left alone (409). */
  readonly uid?: string;
  /** Of the pod itself by default. */
  readonly gracePeriodSeconds?: number;
}

/** What came of a deletion. */
export interface PodDeleted {
  /** Whether there is no such pod any more; else it is terminating. */
  readonly isGone: boolean;
  /** What keeps it until others have done their work. */
  readonly finalizers: readonly string[];
  /** Of the node that ends its containers. */
  readonly nodeName: string | undefined;
}

/**
 * Asks for a pod's deletion. One that runs on a node lives on until its containers have ended there, within its grace
 * period, and until its finalizers are removed. Throws `ApiError`.
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
