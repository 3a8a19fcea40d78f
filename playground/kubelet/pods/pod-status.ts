import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../../src/pod/types.ts';
import { isPassed, isSidecar, type PodContainerStatuses, podPhase } from './pod-phase.ts';

/** The kubelet's facts about a pod besides its containers. */
interface PodFacts {
  readonly podIP: string;
  /** When the kubelet first saw the pod, RFC 3339. */
  readonly startTime: string;
  readonly observedGeneration: number | undefined;
}

interface StampedCondition extends PodCondition {
  readonly lastTransitionTime: string;
}

interface Observation {
  readonly pod: Pod;
  readonly statuses: PodContainerStatuses;
  readonly facts: PodFacts;
  /** The time for changed conditions, RFC 3339. */
  readonly now: string;
}

/** The status of a pod as a kubelet writes it; fields that only the API server writes stay as in `before`. */
export function podStatus(observation: Observation, before: PodStatus): PodStatus {
  const { pod, statuses, facts, now } = observation;
  const phase = podPhase(pod, statuses);
  const { podIP, startTime, observedGeneration } = facts;
  return {
    ...before,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
    phase,
    conditions: mergeConditions(before.conditions ?? [], conditionsOf(observation, phase, before), now),
    hostIP: '127.0.0.1',
    podIP,
    podIPs: [{ ip: podIP }],
    startTime,
    containerStatuses: byName(statuses.app),
    ...(statuses.init.length === 0 ? {} : { initContainerStatuses: statuses.init }),
    ...(statuses.ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: byName(statuses.ephemeral) }),
  };
}

function conditionsOf(
  { pod, statuses }: Observation,
  phase: string,
  before: PodStatus,
): readonly PodCondition[] {
  const { init, app } = statuses;
  const ready = readiness([...init.filter(({ name }) => isSidecar(pod, name)), ...app], phase);
  return [
    { type: 'PodReadyToStartContainers', status: 'True' },
    initialized(pod, init, phase),
    { type: 'Ready', ...(ready.status === 'True' ? gateReadiness(pod, before) : ready) },
    { type: 'ContainersReady', ...ready },
    { type: 'PodScheduled', status: 'True' },
  ];
}

function initialized(pod: Pod, init: readonly ContainerStatus[], phase: string): PodCondition {
  const incomplete = init.filter((status) => !isPassed(pod, status)).map(({ name }) => name);
  if (phase === 'Succeeded') return { type: 'Initialized', status: 'True', reason: 'PodCompleted' };
  if (incomplete.length === 0) return { type: 'Initialized', status: 'True' };
  const message = `containers with incomplete status: [${incomplete.join(' ')}]`;
  return { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized', message };
}

function readiness(statuses: readonly ContainerStatus[], phase: string): Omit<PodCondition, 'type'> {
  if (phase === 'Succeeded') return { status: 'False', reason: 'PodCompleted' };
  if (phase === 'Failed') return { status: 'False', reason: 'PodFailed' };
  const unready = statuses.filter(({ ready }) => !ready).map(({ name }) => name);
  if (unready.length === 0) return { status: 'True' };
  const message = `containers with unready status: [${unready.join(' ')}]`;
  return { status: 'False', reason: 'ContainersNotReady', message };
}

/** Ready also needs the conditions that readiness gates name, which others write (KEP-580). */
function gateReadiness({ spec }: Pod, { conditions = [] }: PodStatus): Omit<PodCondition, 'type'> {
  const isMet = (gate: string): boolean =>
    conditions.some(({ type, status }) => type === gate && status === 'True');
  const unmet = (spec.readinessGates ?? []).find(({ conditionType }) => !isMet(conditionType));
  if (unmet === undefined) return { status: 'True' };
  const message = `the status of pod readiness gate "${unmet.conditionType}" is not "True"`;
  return { status: 'False', reason: 'ReadinessGatesNotReady', message };
}

/** A condition keeps the time when its status last changed; conditions of others stay unchanged. */
function mergeConditions(
  before: readonly PodCondition[],
  own: readonly PodCondition[],
  now: string,
): readonly PodCondition[] {
  const stamped = own.map((condition): StampedCondition => {
    const earlier = before.find(({ type }) => type === condition.type);
    const isSame = earlier?.status === condition.status && isStamped(earlier);
    return { ...condition, lastTransitionTime: isSame ? earlier.lastTransitionTime : now };
  });
  return [...stamped, ...before.filter(({ type }) => own.every((condition) => condition.type !== type))];
}

function isStamped(condition: PodCondition): condition is StampedCondition {
  return 'lastTransitionTime' in condition && typeof condition.lastTransitionTime === 'string';
}

/** A kubelet sorts these by name. */
function byName(statuses: readonly ContainerStatus[]): readonly ContainerStatus[] {
  return [...statuses].sort((one, other) => (one.name < other.name ? -1 : 1));
}
