import { isApiError } from '../cluster/refusals/api-error.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { explainApiError } from '../cluster/refusals/explain-api-error.ts';
import type { ListPage, Selection } from '../cluster/list/list-pages.ts';
import { listPods, type PodListRequest } from '../cluster/api/pods.ts';
import { getWorkload, listWorkloads, type LabelSelector, type Workload } from '../cluster/api/workloads.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import type { OwnerReference, Pod } from '../pod/types.ts';
import { labelSelectorText } from './label-selector.ts';
import { describeTarget, type NodeRef, type WorkloadRef } from './parse-target.ts';
import { resolveNode } from './resolve-node.ts';
import { nearNames, withSuggestion } from './suggest-name.ts';
import { WORKLOAD_TYPES, type WorkloadType } from './target-types.ts';

/** Which pods belong to a workload or a node: what to ask the server for, and which of its answers to keep. */
export interface PodSelection extends Selection {
  /** All namespaces when undefined. */
  readonly namespace: string | undefined;
  /** Of the pods that the selectors find, those that the workload owns; others may have the same labels. */
  readonly includes: (pod: Pod) => boolean;
}

interface Asked {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly workload: Workload;
  readonly signal: AbortSignal;
}

type Owns = (controller: OwnerReference, pod: Pod) => boolean;

function controllerOf(pod: Pod): OwnerReference | undefined {
  return pod.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

function ownedBy(owns: Owns): PodSelection['includes'] {
  return (pod) => {
    const controller = controllerOf(pod);
    return controller !== undefined && owns(controller, pod);
  };
}

function isLabelSelector(selector: object): selector is LabelSelector {
  return Object.values(selector).every((value) => typeof value === 'object');
}

function selectorText({ metadata, spec }: Workload): string {
  const selector = spec?.selector ?? {};
  const text = labelSelectorText(isLabelSelector(selector) ? selector : { matchLabels: selector });
  if (text !== '') return text;
  throw new CliError('usage', `"${metadata.name ?? ''}" selects no pods: it has no selector`);
}

function selectControlled({ namespace, workload }: Asked): PodSelection {
  const { uid } = workload.metadata;
  return {
    namespace,
    labelSelector: selectorText(workload),
    includes: ownedBy((controller) => controller.uid === uid),
  };
}

/**
 * By the names that the deployment's controller gives its ReplicaSets rather than by a list of them, so that a watch
 * knows the pods of those that come later. One that was adopted gave its pods no hash, and counts by its labels.
 */
function selectOfDeployment({ namespace, workload }: Asked): PodSelection {
  const { name = '' } = workload.metadata;
  const owns: Owns = ({ kind, name: owner }, { metadata }) => {
    const hash = metadata.labels?.['pod-template-hash'];
    return kind === 'ReplicaSet' && (hash === undefined || owner === `${name}-${hash}`);
  };
  return { namespace, labelSelector: selectorText(workload), includes: ownedBy(owns) };
}

/** The jobs that there are, also those made by hand; and those that come later, by the time in their names. */
async function selectOfCronJob({ cluster, namespace, workload, signal }: Asked): Promise<PodSelection> {
  const { uid, name = '' } = workload.metadata;
  const jobs = await listWorkloads(cluster, { ...WORKLOAD_TYPES.job, namespace }, signal);
  const uids = new Set(
    jobs.flatMap(({ metadata }) =>
      metadata.ownerReferences?.some((owner) => owner.uid === uid) ? [metadata.uid] : [],
    ),
  );
  const isScheduled = (job: string): boolean =>
    job.startsWith(`${name}-`) && /^\d+$/.test(job.slice(name.length + 1));
  const owns: Owns = (job) => job.kind === 'Job' && (uids.has(job.uid) || isScheduled(job.name));
  return { namespace, labelSelector: 'job-name', includes: ownedBy(owns) };
}

function selectOfService({ namespace, workload }: Asked): PodSelection {
  return { namespace, labelSelector: selectorText(workload), includes: () => true };
}

const SELECT: Readonly<Record<WorkloadType, (asked: Asked) => PodSelection | Promise<PodSelection>>> = {
  deployment: selectOfDeployment,
  statefulset: selectControlled,
  daemonset: selectControlled,
  replicaset: selectControlled,
  replicationcontroller: selectControlled,
  job: selectControlled,
  cronjob: selectOfCronJob,
  service: selectOfService,
};

/** Whoever may not read nodes may still list the pods of one. */
async function selectOfNode(cluster: Cluster, { name }: NodeRef, signal: AbortSignal): Promise<PodSelection> {
  await resolveNode(cluster, name, signal).catch((error: unknown) => {
    if (!isCliError(error) || error.kind !== 'forbidden') throw error;
  });
  const namespace = cluster.namespaceIsExplicit ? cluster.namespace : undefined;
  return { namespace, fieldSelector: `spec.nodeName=${name}`, includes: () => true };
}

/**
 * Finds out which pods belong to a workload of the cluster's namespace, or run on a node: there in all namespaces
 * unless one was given on the command line. Throws `not-found`, `usage` for one that selects no pods, and what
 * `explainApiError` makes of the rest.
 */
export async function selectPods(
  cluster: Cluster,
  target: WorkloadRef | NodeRef,
  signal: AbortSignal,
): Promise<PodSelection> {
  if (target.kind === 'node') return selectOfNode(cluster, target, signal);
  const { namespace } = cluster;
  const { type, name } = target;
  try {
    const workload = await getWorkload(cluster, { ...WORKLOAD_TYPES[type], namespace, name }, signal);
    return await SELECT[type]({ cluster, namespace, workload, signal });
  } catch (error) {
    if (isApiError(error) && error.code === 404) {
      const missing = new CliError('not-found', `no ${type} "${name}" in namespace "${namespace}"`, {
        hint: commandText`kubectl get ${type} -n ${namespace} lists those that exist`,
        cause: error,
      });
      throw withSuggestion(missing, await listNearTargets(cluster, target, signal));
    }
    throw explainApiError(error, { action: `read ${describeTarget(target)} in namespace "${namespace}"` });
  }
}

/** As they would have to be typed. Names only help: who may not list them gets the plain answer. */
async function listNearTargets(
  cluster: Cluster,
  { type, name }: WorkloadRef,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { namespace } = cluster;
  try {
    const found = await listWorkloads(cluster, { ...WORKLOAD_TYPES[type], namespace }, signal);
    const near = nearNames(
      name,
      found.map(({ metadata }) => metadata.name ?? ''),
    );
    return near.map((each) => `${type}/${each}`);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

/** `limit` is the number of pods a page before `includes` was asked; 0 for one page of all, by default 500. */
export type SelectedPodsRequest = PodSelection & Pick<PodListRequest, 'limit' | 'fields'>;

/** Lists the pods of a selection page by page. Throws what `explainApiError` makes of a refusal. */
export async function* listSelectedPods(
  cluster: Cluster,
  { includes, ...request }: SelectedPodsRequest,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Pod>, void> {
  try {
    for await (const page of listPods(cluster, request, signal))
      yield { ...page, items: page.items.filter(includes) };
  } catch (error) {
    throw explainApiError(error, { action: `list pods in ${describeNamespace(request.namespace)}` });
  }
}

/** As messages name it. */
export function describeNamespace(namespace: string | undefined): string {
  return namespace === undefined ? 'all namespaces' : `namespace "${namespace}"`;
}
