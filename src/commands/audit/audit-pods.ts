import { startChoice, type Chooser } from '../../audit/schedule/choose-items.ts';
import { makeKnownPods, type KnownPods } from '../../audit/watch/known-pods.ts';
import { rowWithoutRun, type RunItem } from '../../audit/rows/run-item.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { WatchedPlace } from '../../audit/watch/shared-watch.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { listPods } from '../../cluster/api/pods.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { isCrowded } from '../../plan/container/ephemeral-container.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import { parseTargetOrNamespace, type TargetRef } from '../../target/parse-target.ts';
import { readTexts } from '../../target/manifests/read-texts.ts';
import { resolvePod } from '../../target/resolve-pod.ts';
import { describeNamespace, listSelectedPods, selectPods } from '../../target/select-pods.ts';
import type { AuditSelection } from './audit-request.ts';
import { podOf } from '../shared/find-one-pod.ts';

/** The pods of an audit, found and chosen. */
export interface AuditPods {
  readonly items: readonly RunItem[];
  /** Rows of pods that are not tried: they can never take a debug container, or went away before. */
  readonly skipped: readonly RunRow[];
  readonly finished: number;
  readonly known: KnownPods;
  readonly places: readonly WatchedPlace[];
  /** Pods that have had so many debug containers that one more is worth a warning. */
  readonly crowded: number;
}

/** So many pods of one namespace are read sooner in one list. */
const WORTH_A_LIST = 10;

/** What is known of a pod that is not there. */
const NOBODY = { uid: '', podIPs: [], node: '', owner: undefined, container: '' } as const;

interface Finding {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
  readonly see: (pod: Pod, isNamed: boolean) => void;
  readonly miss: (ref: PodRef, error: CliError) => void;
  /** By namespace; the version of the first list of it. */
  readonly places: Map<string | undefined, string | undefined>;
}

/** Finds the pods that were asked for. Throws a `CliError` for a name that does not exist, or a list that is refused. */
export async function findAuditPods(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { from, runId }: { readonly from: AuditSelection; readonly runId: string },
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
    const item = { ...NOBODY, pod, target: from.rules.target };
    missing.push(rowWithoutRun(item, { outcome: 'vanished', reason: { kind, message, hint } }));
  };
  const finding: Finding = { io, cluster, signal, see, miss, places: new Map() };
  if (from.lists) await listAll(finding, from);
  else await findNamed(finding, from);
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
  const { cluster, signal, see, places } = finding;
  const named = from.namespaces.length === 0 ? [cluster.namespace] : from.namespaces;
  for (const namespace of from.isAllNamespaces ? [undefined] : named) {
    const request = { ...from.selection, namespace, includes: () => true };
    for await (const { items, resourceVersion } of listSelectedPods(cluster, request, signal)) {
      if (!places.has(namespace)) places.set(namespace, resourceVersion);
      for (const pod of items) see(pod, false);
    }
  }
}

async function findNamed(finding: Finding, { targets, readsStdin }: AuditSelection): Promise<void> {
  const listed = readsStdin ? await readStdin(finding) : [];
  const pods: PodRef[] = [];
  for (const target of [...targets, ...listed]) {
    if (target.kind === 'pod') pods.push(podOf(finding.cluster, target));
    else await findOfWorkload(finding, target);
  }
  for (const namespace of new Set(pods.map((ref) => ref.namespace)))
    await findInNamespace(finding, namespace, {
      refs: pods.filter((ref) => ref.namespace === namespace),
      mayBeMissing: readsStdin,
    });
}

/** One target a line, as `kubectl get -o name` prints them. */
async function readStdin({ io, signal }: Finding): Promise<readonly TargetRef[]> {
  const texts = await readTexts(io, { name: '-', isRecursive: false }, signal);
  const words = texts.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '');
  if (words.length === 0)
    throw new CliError('usage', 'stdin names no pods', {
      hint: 'kubectl get pods -o name | kubectl-debug audit - -- COMMAND',
    });
  return words.map(parseTargetOrNamespace);
}

async function findOfWorkload(finding: Finding, target: Exclude<TargetRef, { kind: 'pod' }>): Promise<void> {
  const { cluster, signal, see, places } = finding;
  const selection = await selectPods(cluster, target, signal);
  for await (const { items, resourceVersion } of listSelectedPods(cluster, selection, signal)) {
    if (!places.has(selection.namespace)) places.set(selection.namespace, resourceVersion);
    for (const pod of items) see(pod, false);
  }
}

interface NamedPods {
  readonly refs: readonly PodRef[];
  /** Whether one that is not there went away after somebody listed it, and was no slip of the pen. */
  readonly mayBeMissing: boolean;
}

async function findInNamespace(
  finding: Finding,
  namespace: string,
  { refs, mayBeMissing }: NamedPods,
): Promise<void> {
  const { cluster, signal, see } = finding;
  const wanted = new Map(refs.map((ref) => [ref.name, ref]));
  const isWorthIt = wanted.size > WORTH_A_LIST;
  for await (const pod of listSome(finding, namespace, isWorthIt ? undefined : 1))
    if (wanted.delete(pod.metadata.name ?? '')) see(pod, true);
  // Those that are not in the list, or all for who may not list: each is read, and says why it cannot be.
  for (const ref of wanted.values()) {
    try {
      see(await resolvePod(cluster, ref, signal), true);
    } catch (error) {
      if (!mayBeMissing || !isCliError(error) || error.kind !== 'not-found') throw error;
      finding.miss(ref, error);
    }
  }
}

/** Lists the pods of a namespace, or only as many as it takes to know from when on to watch it. */
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
