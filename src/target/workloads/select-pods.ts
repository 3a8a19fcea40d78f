import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import type { ListPage, Selection } from '../../cluster/list/list-pages.ts';
import { listPods, type PodListRequest } from '../../cluster/api/pods.ts';
import {
  getWorkload,
  listWorkloads,
  type LabelSelector,
  type Workload,
} from '../../cluster/api/workloads.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { OwnerReference, Pod } from '../../pod/types.ts';
import { labelSelectorText } from './label-selector.ts';
import { describeTarget, type NodeRef, type WorkloadRef } from '../names/parse-target.ts';
import { resolveNode } from '../objects/resolve-node.ts';
import { nearNames, withSuggestion } from '../names/suggest-name.ts';
import { WORKLOAD_TYPES, type WorkloadType } from '../names/target-types.ts';

/** The pods of a workload or a node: the query for the server, and a filter for its answers. */
export interface PodSelection extends Selection {
  /** undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** Whether the workload owns a pod that the selectors find; others may have the same labels. */
  readonly includes: (pod: Pod) => boolean;
}

interface WorkloadSelection {
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly workload: Workload;
  readonly signal: AbortSignal;
}

type Owns = (controller: OwnerReference, pod: Pod) => boolean;

/** What controls a pod; undefined for a pod that nothing makes again. */
export function controllerOf(pod: Pod): OwnerReference | undefined {
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

function selectControlled({ namespace, workload }: WorkloadSelection): PodSelection {
  const { uid } = workload.metadata;
  return {
    namespace,
    labelSelector: selectorText(workload),
    includes: ownedBy((controller) => controller.uid === uid),
  };
}

/**
 * Matches ReplicaSets by the names that the deployment controller generates instead of by a list, so that a watch knows
 * the pods of later ones. The pods of an adopted ReplicaSet have no hash, so their labels decide.
 */
function selectOfDeployment({ namespace, workload }: WorkloadSelection): PodSelection {
  const { name = '' } = workload.metadata;
  const owns: Owns = ({ kind, name: owner }, { metadata }) => {
    const hash = metadata.labels?.['pod-template-hash'];
    return kind === 'ReplicaSet' && (hash === undefined || owner === `${name}-${hash}`);
  };
  return { namespace, labelSelector: selectorText(workload), includes: ownedBy(owns) };
}

/** Matches the current jobs by uid, including those created by hand, and later ones by the time in their names. */
async function selectOfCronJob({
  cluster,
  namespace,
  workload,
  signal,
}: WorkloadSelection): Promise<PodSelection> {
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

function selectOfService({ namespace, workload }: WorkloadSelection): PodSelection {
  return { namespace, labelSelector: selectorText(workload), includes: () => true };
}

const SELECT: Readonly<
  Record<WorkloadType, (selection: WorkloadSelection) => PodSelection | Promise<PodSelection>>
> = {
  deployment: selectOfDeployment,
  statefulset: selectControlled,
  daemonset: selectControlled,
  replicaset: selectControlled,
  replicationcontroller: selectControlled,
  job: selectControlled,
  cronjob: selectOfCronJob,
  service: selectOfService,
};

/** A user who may not read nodes may still list the pods of a node. */
async function selectOfNode(cluster: Cluster, { name }: NodeRef, signal: AbortSignal): Promise<PodSelection> {
  await resolveNode(cluster, name, signal).catch((error: unknown) => {
    if (!isCliError(error) || error.kind !== 'forbidden') throw error;
  });
  const namespace = cluster.namespaceIsExplicit ? cluster.namespace : undefined;
  return { namespace, fieldSelector: `spec.nodeName=${name}`, includes: () => true };
}

/**
 * Selects the pods of a workload in the cluster's namespace, or on a node: in all namespaces unless the command line
 * names one. Throws `not-found`, `usage` for a workload that selects no pods, and other errors as `explainApiError`
 * explains them.
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

/** Similar targets, as the user would type them; empty if the user may not list them. */
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

/** `limit` is the size of a page before `includes` filters it: 500 by default, 0 for one page with all pods. */
type SelectedPodsRequest = PodSelection & Pick<PodListRequest, 'limit' | 'fields'>;

/** Lists the pods of a selection page by page. Throws errors as `explainApiError` explains them. */
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

/** The namespace in messages. */
export function describeNamespace(namespace: string | undefined): string {
  return namespace === undefined ? 'all namespaces' : `namespace "${namespace}"`;
}
