import type { Cluster } from '../../cluster/cluster.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { OwnerReference, Pod, PodRef } from '../../pod/types.ts';
import { podRef } from '../../pod/pod-ref.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { describeTarget, type WorkloadRef } from '../../target/names/parse-target.ts';
import { findTargetType } from '../../target/names/target-types.ts';
import { controllerOf, selectPods, type PodSelection } from '../../target/workloads/select-pods.ts';

/** Where the pods to forward to come from. */
export type PodSource =
  | { readonly kind: 'workload'; readonly namespace: string; readonly workload: WorkloadRef }
  /** One name; `owner` makes a pod of this name again. */
  | { readonly kind: 'named'; readonly pod: PodRef; readonly owner: WorkloadRef | undefined }
  /** A controller of a type that this program does not know. */
  | { readonly kind: 'owned'; readonly namespace: string; readonly owner: OwnerReference };

/** The pods of a source. `pod` is set if it is one pod, which may be read by its name alone. */
export interface SourcePods extends PodSelection {
  readonly namespace: string;
  readonly pod?: PodRef;
}

/** A source in messages: `deployment/web`, `pod shop/web-1`. */
export function describeSource(source: PodSource): string {
  switch (source.kind) {
    case 'workload':
      return describeTarget(source.workload);
    case 'named':
      return `pod ${source.pod.namespace}/${source.pod.name}`;
    case 'owned':
      return `${source.owner.kind} ${source.owner.name}`;
  }
}

/** What lists the pods of a source, for a hint. */
export function listingOf(source: PodSource): string {
  switch (source.kind) {
    case 'workload':
      return commandText`kubectl-debug pods ${describeTarget(source.workload)} -n ${source.namespace}`;
    case 'named':
      return commandText`kubectl-debug pods -n ${source.pod.namespace}`;
    case 'owned':
      return commandText`kubectl-debug pods -n ${source.namespace}`;
  }
}

/** Selects the pods of a source. Throws as `selectPods`, also if what owns the pods is gone. */
export async function selectSource(
  cluster: Cluster,
  source: PodSource,
  signal: AbortSignal,
): Promise<SourcePods> {
  switch (source.kind) {
    case 'workload': {
      const { namespace, workload } = source;
      return { ...(await selectPods({ ...cluster, namespace }, workload, signal)), namespace };
    }
    case 'named': {
      const { pod, owner } = source;
      if (owner !== undefined) await selectPods({ ...cluster, namespace: pod.namespace }, owner, signal);
      return {
        pod,
        namespace: pod.namespace,
        fieldSelector: `metadata.name=${pod.name}`,
        includes: () => true,
      };
    }
    case 'owned': {
      const { namespace, owner } = source;
      return { namespace, includes: (pod) => controllerOf(pod)?.uid === owner.uid };
    }
  }
}

/** The deployment behind a ReplicaSet, by the name that the deployment controller generates. */
function deploymentOf({ metadata }: Pod, { name }: OwnerReference): WorkloadRef | undefined {
  const end = `-${metadata.labels?.['pod-template-hash'] ?? ''}`;
  if (end === '-' || !name.endsWith(end) || name === end) return undefined;
  return { kind: 'workload', type: 'deployment', name: name.slice(0, -end.length) };
}

function workloadOf({ kind, name }: OwnerReference): WorkloadRef | undefined {
  const type = findTargetType(kind);
  return type === undefined || type === 'pod' || type === 'node'
    ? undefined
    : { kind: 'workload', type, name };
}

/**
 * Where the next pod comes from after one that was named: from a pod of the same name, if that is what its owner makes, else
 * from the other pods of its owner. A ReplicaSet whose Deployment rolls out makes no more pods, so the Deployment counts.
 */
export async function successorSource(cluster: Cluster, pod: Pod, signal: AbortSignal): Promise<PodSource> {
  const ref = podRef(pod);
  const { namespace } = ref;
  const controller = controllerOf(pod);
  if (controller === undefined || controller.kind === 'Node')
    return { kind: 'named', pod: ref, owner: undefined };
  const workload = workloadOf(controller);
  if (workload === undefined) return { kind: 'owned', namespace, owner: controller };
  if (workload.type === 'statefulset') return { kind: 'named', pod: ref, owner: workload };
  const deployment = workload.type === 'replicaset' ? deploymentOf(pod, controller) : undefined;
  if (deployment !== undefined && (await exists({ ...cluster, namespace }, deployment, signal)))
    return { kind: 'workload', namespace, workload: deployment };
  return { kind: 'workload', namespace, workload };
}

async function exists(cluster: Cluster, workload: WorkloadRef, signal: AbortSignal): Promise<boolean> {
  try {
    await selectPods(cluster, workload, signal);
    return true;
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'not-found') throw error;
    return false;
  }
}
