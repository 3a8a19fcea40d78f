import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPods } from '../../cluster/api/pods.ts';
import { probeUpgrade, type UpgradeProbe } from '../../cluster/api/probe-upgrade.ts';
import type { Io } from '../../io.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { judgeUpgrade, type Finding } from './check-findings.ts';
import { describeTarget, findRunning, judgePod, tryProfiles } from './check-pod.ts';
import { mayTry, type ReviewedRight } from './check-rights.ts';

/** What pods are examined with. */
export interface PodExamination {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly namespace: string;
  /** undefined: no pod was named, and any that runs serves to try the connection. */
  readonly podName: string | undefined;
  /** undefined where the named one may not be read. */
  readonly pod: Pod | undefined;
  readonly image: string;
  readonly reviewing: Promise<readonly ReviewedRight[]>;
}

/** Looks at the named pod, and at the way that sessions take. */
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
  return [judged, describeTarget(pod, examination.io.now()), ...profiles, judgeUpgrade(upgrade)];
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

/** The answer; undefined when the server refuses to give it. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}
