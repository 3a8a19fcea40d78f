import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPods } from '../../cluster/api/pods.ts';
import { probeUpgrade, type UpgradeProbe } from '../../cluster/api/probe-upgrade.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { judgeUpgrade, type Finding } from './check-findings.ts';
import { judgeTarget, findRunning, judgePod, tryProfiles } from './check-pod.ts';
import { mayTry, type ReviewedRight } from './check-rights.ts';

/** What `examinePods` needs. */
export interface PodExamination {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly namespace: string;
  /** undefined if no pod was named; any running pod is then used to test WebSockets. */
  readonly podName: string | undefined;
  /** undefined if the user may not read the named pod. */
  readonly pod: Pod | undefined;
  readonly image: string;
  /** The reason to try the profiles with; undefined for none. */
  readonly reason: string | undefined;
  /** As in `DebugRequest`. */
  readonly os?: 'windows';
  readonly reviewing: Promise<readonly ReviewedRight[]>;
}

/** Examines the named pod, and whether sessions get through. */
export async function examinePods(
  examination: PodExamination,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { cluster, namespace, podName: name, pod, reviewing } = examination;
  if (name === undefined) {
    const container = await findAnyRunning(cluster, namespace, signal);
    return [judgeUpgrade(await probe(cluster, container, signal))];
  }
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
  const { io, os } = examination;
  const target = judgeTarget(pod, { now: io.now(), ...(os && { os }) });
  const isRefused = profiles.some(({ verdict }) => verdict === 'missing');
  // No profile passes, so nothing can start, whatever the pod itself says.
  return [...(isRefused ? [] : [judged]), target, ...profiles, judgeUpgrade(upgrade)];
}

function probe(
  cluster: Cluster,
  container: ContainerRef | undefined,
  signal: AbortSignal,
): Promise<UpgradeProbe> {
  if (container !== undefined) return probeUpgrade(cluster, container, signal);
  const why = 'this needs a running container, and the right to read its pod';
  return Promise.resolve({ kind: 'unknown', why });
}

const A_FEW = 20;

/** Any running container will do, so one page is enough. */
async function findAnyRunning(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<ContainerRef | undefined> {
  const request = { namespace, limit: A_FEW, fieldSelector: 'status.phase=Running' };
  const page = await unlessRefused(listPods(cluster, request, signal).next());
  const pods: readonly Pod[] = page?.value?.items ?? [];
  return pods.map(findRunning).find((container) => container !== undefined);
}

/** The answer, or undefined if the server answers with an error. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
