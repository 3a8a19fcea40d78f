import { isSidecar, type ContainerRole } from '../containers/containers.ts';
import type { Container, Pod } from '../types.ts';
import { containerRequests } from './effective-resources.ts';
import { memoryIn, requestedMemory, wholeBytes } from './memory.ts';
import { qosClass } from './qos-class.ts';

/** Which container of a pod the kernel kills first when the memory of the node runs out. */
export interface OomStanding {
  readonly name: string;
  /** A debug container stands for any that is added: it requests nothing. */
  readonly role: Extract<ContainerRole, 'app' | 'sidecar' | 'ephemeral'>;
  /** The memory that protects it, in bytes. More of it means less of a score. */
  readonly countedBytes: bigint;
  /** `oom_score_adj` of its processes; undefined if that depends on the memory of the node, which is unknown. */
  readonly adjustment: number | undefined;
}

/** What the class of a pod alone decides: all of its containers have this `oom_score_adj`. */
const OF_CLASS: Readonly<Record<string, number>> = { Guaranteed: -997, BestEffort: 1000 };
const [LOWEST_BURSTABLE, HIGHEST_BURSTABLE] = [3, 999];
/** Pods of the system have at least this priority (`scheduling.SystemCriticalPriority`). */
const SYSTEM_PRIORITY = 2_000_000_000;

/** Whether the kubelet protects the pod as it protects itself: a pod that a node cannot do without. */
export function isNodeCritical({ spec, metadata }: Pod): boolean {
  const isStatic = metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
  const isCritical = isStatic || (spec.priority ?? 0) >= SYSTEM_PRIORITY;
  return isCritical && spec.priorityClassName === 'system-node-critical';
}

function ofRequest(countedBytes: bigint, capacity: bigint): number {
  const adjustment = Number(1000n - (1000n * countedBytes) / capacity);
  return Math.min(Math.max(adjustment, LOWEST_BURSTABLE), HIGHEST_BURSTABLE);
}

/**
 * What a pod requests beyond its containers is shared out among them, and a debug container gets such a share as well
 * (KEP-2837). In bytes.
 */
function shareOfEach(pod: Pod): bigint {
  const { containers, initContainers = [], resources } = pod.spec;
  const ofPod = memoryIn(resources?.requests) ?? 0n;
  if (ofPod === 0n) return 0n;
  const rest = ofPod - wholeBytes(containerRequests(pod).get('memory'));
  return rest / BigInt(containers.length + initContainers.length);
}

const smallest = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((one, other) => (other < one ? other : one), amounts[0] ?? 0n);

/** All containers that run beside each other, and a debug container, with the memory that protects them. */
function readProtected(pod: Pod): readonly Omit<OomStanding, 'adjustment'>[] {
  const { containers, initContainers = [] } = pod.spec;
  const share = shareOfEach(pod);
  const counted = ({ resources }: Container): bigint => requestedMemory(resources) + share;
  const ofSmallestApp = smallest(containers.map(counted));
  const sidecars = initContainers.filter(isSidecar).map((sidecar) => {
    const own = counted(sidecar);
    // A sidecar counts at least as the app that requests least (KEP-753).
    const countedBytes = own < ofSmallestApp ? ofSmallestApp : own;
    return { name: sidecar.name, role: 'sidecar' as const, countedBytes };
  });
  const apps = containers.map((app) => ({
    name: app.name,
    role: 'app' as const,
    countedBytes: counted(app),
  }));
  const debug = { name: '', role: 'ephemeral' as const, countedBytes: share };
  return [...sidecars, ...apps, debug];
}

/**
 * The `oom_score_adj` that the kubelet gives the containers of a pod, and a debug container, the first that the kernel kills
 * at equal use first (k8s.io/kubernetes, pkg/kubelet/qos/policy.go).
 *
 * @param capacity the memory of the node in bytes; undefined if it is not known
 */
export function oomStandings(pod: Pod, capacity: bigint | undefined): readonly OomStanding[] {
  const ofClass = isNodeCritical(pod) ? OF_CLASS['Guaranteed'] : OF_CLASS[qosClass(pod)];
  const adjust = (bytes: bigint): number | undefined =>
    ofClass ?? (capacity === undefined || capacity <= 0n ? undefined : ofRequest(bytes, capacity));
  const standings = readProtected(pod).map((each) => ({ ...each, adjustment: adjust(each.countedBytes) }));
  return ofClass === undefined ? standings.toSorted(byRisk) : standings;
}

function byRisk(one: OomStanding, other: OomStanding): number {
  if (one.countedBytes === other.countedBytes) return 0;
  return one.countedBytes < other.countedBytes ? -1 : 1;
}
