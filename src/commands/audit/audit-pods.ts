import { startChoice, type Chooser } from '../../audit/schedule/choose-items.ts';
import { makeKnownPods, type KnownPods } from '../../audit/watch/known-pods.ts';
import { rowWithoutRun, type RunItem } from '../../audit/rows/run-item.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { WatchedPlace } from '../../audit/watch/shared-watch.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { listPods } from '../../cluster/api/pods.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { isCrowded } from '../../plan/container/ephemeral-container.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { describeTarget, type TargetRef } from '../../target/names/parse-target.ts';
import { readListedTargets } from '../../target/manifests/read-listed-targets.ts';
import { resolvePod } from '../../target/objects/resolve-pod.ts';
import {
  describeNamespace,
  listSelectedPods,
  selectPods,
  type PodSelection,
} from '../../target/workloads/select-pods.ts';
import type { AuditSelection } from './audit-request.ts';
import { podOf } from '../shared/find-one-pod.ts';

/** The pods of an audit. */
export interface AuditPods {
  readonly items: readonly RunItem[];
  /** Rows of pods that are not tried: they can never take a debug container, or are gone. */
  readonly skipped: readonly RunRow[];
  /** How many pods were left out because they have finished or are being deleted. */
  readonly finished: number;
  /** How many pods other shards audit. */
  readonly inOtherShards: number;
  readonly known: KnownPods;
  readonly places: readonly WatchedPlace[];
  /** How many pods have had so many debug containers that we warn before adding another. */
  readonly crowded: number;
}

/** For more pods of a namespace than this, one list is faster than a request for each. */
const LIST_FROM = 10;

/** The fields of a pod that does not exist. */
const UNKNOWN_POD = { uid: '', podIPs: [], node: '', owner: undefined, container: '' } as const;

interface Finding {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
  readonly see: (pod: Pod, isNamed: boolean) => void;
  readonly miss: (ref: PodRef, error: CliError) => void;
  /** By namespace: the version of its first list. */
  readonly places: Map<string | undefined, string | undefined>;
}

/** The pods to find. */
interface Wanted {
  readonly from: AuditSelection;
  readonly runId: string;
  /** Whether a target that does not exist becomes a row: another cluster has it. */
  readonly mayMiss?: boolean;
}

/** Finds and chooses the pods of an audit. Throws a `CliError` for a pod that does not exist and for a refused list. */
export async function findAuditPods(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { from, runId, mayMiss = false }: Wanted,
  signal: AbortSignal,
): Promise<AuditPods> {
  const known = makeKnownPods();
  const chooser = startChoice({ ...from.rules, runId });
  let crowded = 0;
  const see = (pod: Pod, isNamed: boolean): void => {
    if (!take(chooser, known, { pod, isNamed })) return;
    if (isCrowded(pod)) crowded += 1;
  };
  const missing: RunRow[] = [];
  const miss = (pod: PodRef, { kind, message, hint = '' }: CliError): void => {
    const item = { ...UNKNOWN_POD, pod, target: from.rules.target };
    missing.push(rowWithoutRun(item, { outcome: 'vanished', reason: { kind, message, hint } }));
  };
  const finding: Finding = { io, cluster, signal, see, miss, places: new Map() };
  if (from.lists) await listAll(finding, from);
  else await findNamed(finding, from, mayMiss);
  const places = [...finding.places].map(([namespace, resourceVersion]) => ({ namespace, resourceVersion }));
  const choice = chooser.result();
  return { ...choice, skipped: [...missing, ...choice.skipped], known, places, crowded };
}

function take(
  chooser: Chooser,
  known: KnownPods,
  { pod, isNamed }: { readonly pod: Pod; readonly isNamed: boolean },
): boolean {
  if (chooser.see(pod, isNamed).length === 0) return false;
  known.keep(pod);
  return true;
}

async function listAll(finding: Finding, from: AuditSelection): Promise<void> {
  const { cluster } = finding;
  const named = from.namespaces.length === 0 ? [cluster.namespace] : from.namespaces;
  for (const namespace of from.isAllNamespaces ? [undefined] : named) {
    await listInto(finding, { ...from.selection, namespace, includes: () => true });
  }
}

const EXAMPLE = 'kubectl get pods -o name | kubectl-debug audit - -- COMMAND';

async function findNamed(
  finding: Finding,
  { targets, readsStdin }: AuditSelection,
  mayMiss: boolean,
): Promise<void> {
  const { io, signal } = finding;
  const listed = readsStdin ? await readListedTargets(io, EXAMPLE, signal) : [];
  const pods: PodRef[] = [];
  for (const target of [...targets, ...listed]) {
    if (target.kind === 'pod') pods.push(podOf(finding.cluster, target));
    else if (!mayMiss) await findOfWorkload(finding, target);
    else await findOrMiss(finding, target);
  }
  for (const namespace of new Set(pods.map((ref) => ref.namespace)))
    await findInNamespace(finding, namespace, {
      refs: pods.filter((ref) => ref.namespace === namespace),
      mayBeMissing: readsStdin || mayMiss,
    });
}

async function findOrMiss(finding: Finding, target: Exclude<TargetRef, { kind: 'pod' }>): Promise<void> {
  try {
    await findOfWorkload(finding, target);
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'not-found') throw error;
    finding.miss({ namespace: finding.cluster.namespace, name: describeTarget(target) }, error);
  }
}

async function findOfWorkload(finding: Finding, target: Exclude<TargetRef, { kind: 'pod' }>): Promise<void> {
  await listInto(finding, await selectPods(finding.cluster, target, finding.signal));
}

async function listInto({ cluster, signal, see, places }: Finding, selection: PodSelection): Promise<void> {
  const { namespace } = selection;
  for await (const { items, resourceVersion } of listSelectedPods(cluster, selection, signal)) {
    if (!places.has(namespace)) places.set(namespace, resourceVersion);
    for (const pod of items) see(pod, false);
  }
}

interface NamedPods {
  readonly refs: readonly PodRef[];
  /** Whether a pod that does not exist becomes a row: it was listed on stdin, so it is gone and not mistyped. */
  readonly mayBeMissing: boolean;
}

async function findInNamespace(
  finding: Finding,
  namespace: string,
  { refs, mayBeMissing }: NamedPods,
): Promise<void> {
  const { cluster, signal, see } = finding;
  const wanted = new Map(refs.map((ref) => [ref.name, ref]));
  const listsAll = wanted.size > LIST_FROM;
  for await (const pod of listSome(finding, namespace, listsAll ? undefined : 1))
    if (wanted.delete(pod.metadata.name ?? '')) see(pod, true);
  // Read the pods that the list does not have, or all if the user may not list pods.
  for (const ref of wanted.values()) {
    try {
      see(await resolvePod(cluster, ref, signal), true);
    } catch (error) {
      if (!mayBeMissing || !isCliError(error) || error.kind !== 'not-found') throw error;
      finding.miss(ref, error);
    }
  }
}

/** Lists the pods of a namespace. A `limit` is for callers that only need a version to watch from. */
async function* listSome(
  { cluster, signal, places }: Finding,
  namespace: string,
  limit: number | undefined,
): AsyncGenerator<Pod, void> {
  try {
    const request = { namespace, ...(limit !== undefined && { limit }) };
    for await (const { items, resourceVersion } of listPods(cluster, request, signal)) {
      if (!places.has(namespace)) places.set(namespace, resourceVersion);
      yield* items;
      if (limit !== undefined) return;
    }
  } catch (error) {
    if (!isApiError(error) || error.code !== 403)
      throw explainApiError(error, { action: `list pods in ${describeNamespace(namespace)}` });
    if (!places.has(namespace)) places.set(namespace, undefined);
  }
}
