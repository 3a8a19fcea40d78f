import { isApiError } from '../cluster/api-error.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { listPods } from '../cluster/pods.ts';
import { probeUpgrade, type UpgradeProbe } from '../cluster/probe-upgrade.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { resolvePod } from '../target/resolve-pod.ts';
import { judgeUpgrade, type Finding } from './check-findings.ts';
import { describeTarget, findRunning, judgePod, tryProfiles } from './check-pod.ts';
import { mayTry, type ReviewedRight } from './check-rights.ts';

/** What pods are examined with. */
export interface PodExamination {
  readonly io: Io;
  readonly cluster: Cluster;
  /** undefined: no pod was named, and any that runs serves to try the connection. */
  readonly podName: string | undefined;
  readonly image: string;
  readonly reviewing: Promise<readonly ReviewedRight[]>;
}

/** Looks at the named pod, and at the way that sessions take. Throws `not-found` for a pod that is not there. */
export async function examinePods(
  examination: PodExamination,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { cluster, podName: name, reviewing } = examination;
  if (name === undefined) {
    const container = await findAnyRunning(cluster, signal);
    return [judgeUpgrade(await probe(cluster, container, signal))];
  }
  const pod = await readPod(cluster, name, signal);
  if (pod === undefined)
    return [{ verdict: 'missing', subject: 'pod', text: `you may not read pod "${name}"` }];
  const judged = judgePod(pod);
  const tries =
    judged.verdict === 'ok' &&
    mayTry(await reviewing, { verb: 'patch', resource: 'pods', subresource: 'ephemeralcontainers' });
  const [upgrade, ...profiles] = await Promise.all([
    probe(cluster, findRunning(pod), signal),
    ...(tries ? [tryProfiles(examination, pod, signal)] : []),
  ]);
  return [judged, describeTarget(pod, examination.io.now()), ...profiles, judgeUpgrade(upgrade)];
}

async function readPod(cluster: Cluster, name: string, signal: AbortSignal): Promise<Pod | undefined> {
  try {
    return await resolvePod(cluster, { namespace: cluster.namespace, name }, signal);
  } catch (error) {
    if (isCliError(error) && error.kind === 'forbidden') return undefined;
    throw error;
  }
}

function probe(
  cluster: Cluster,
  container: ContainerRef | undefined,
  signal: AbortSignal,
): Promise<UpgradeProbe> {
  if (container !== undefined) return probeUpgrade(cluster, container, signal);
  const why = 'that needs a container that runs, and the right to see it';
  return Promise.resolve({ kind: 'unknown', why });
}

const A_FEW = 20;

/** The first page is enough: any container that runs will do. */
async function findAnyRunning(cluster: Cluster, signal: AbortSignal): Promise<ContainerRef | undefined> {
  const { namespace } = cluster;
  const request = { namespace, limit: A_FEW, fieldSelector: 'status.phase=Running' };
  const page = await unlessRefused(listPods(cluster, request, signal).next());
  const pods: readonly Pod[] = page?.value?.items ?? [];
  return pods.map(findRunning).find((container) => container !== undefined);
}

/** The answer; undefined when the server refuses to give it. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
