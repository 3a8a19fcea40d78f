import { findCondition } from '../conditions.ts';
import { isScheduled } from '../is-scheduled.ts';
import type { ContainerFacts } from './container-facts.ts';
import { agoText, withMessage, type Surroundings } from './explain-container.ts';
import { humanDuration } from '../columns/human-duration.ts';
import { preStopFailureOf, sandboxFailureOf, type PodClues } from './pod-clues.ts';
import { preStopText } from './probe-text.ts';
import { parseTime } from '../timestamp.ts';
import type { KubernetesEvent, Pod } from '../types.ts';

function graceText(graceSeconds: number, dueAt: Date, now: Date): string {
  if (graceSeconds === 0) return '';
  const leftMs = dueAt.getTime() - now.getTime();
  return leftMs > 0
    ? `: its containers have ${humanDuration(leftMs)} left of their grace period of ${graceSeconds}s`
    : `: the grace period of ${graceSeconds}s ended${agoText(dueAt, now)}`;
}

function explainDeletion(
  { metadata, status }: Pod,
  containers: readonly ContainerFacts[],
  around: Surroundings,
): readonly string[] {
  const dueAt = parseTime(metadata.deletionTimestamp);
  if (dueAt === undefined) return [];
  const { deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  const isLost = status?.reason === 'NodeLost';
  return [
    `it is being deleted${graceText(deletionGracePeriodSeconds, dueAt, around.now)}`,
    ...(isLost
      ? ['its node is lost, so it is unknown whether it still runs']
      : containers.flatMap((container) => explainStay(container, around))),
    ...(finalizers.length === 0
      ? []
      : [`it stays until its finalizers are removed: ${finalizers.join(', ')}`]),
  ];
}

/**
 * Explains a container that still runs in a pod that is being deleted. The kubelet sends SIGTERM when the preStop hook
 * has ended, to sidecars when the apps have ended (KEP-753), and SIGKILL when the grace period is over.
 */
function explainStay(
  { title, name, state, spec }: ContainerFacts,
  { clues }: Surroundings,
): readonly string[] {
  if (state.kind !== 'running') return [];
  const hook = spec.lifecycle?.preStop;
  if (hook === undefined) return [`${title} still runs, as its node last reported`];
  const failure = preStopFailureOf(clues, name);
  return failure === ''
    ? [`${title} still runs: it gets SIGTERM only when its preStop hook (${preStopText(hook)}) has ended`]
    : [withMessage(`${title} still runs; its preStop hook (${preStopText(hook)}) failed`, failure)];
}

/** Explains why the Job of a pod does not complete: one of the app containers never ends (KEP-753). */
export function explainHeldJob(
  { metadata, spec }: Pod,
  containers: readonly ContainerFacts[],
): readonly string[] {
  const job = metadata.ownerReferences?.find(({ kind }) => kind === 'Job');
  if (job === undefined || spec.restartPolicy === 'Always') return [];
  const apps = containers.filter(({ role }) => role === 'app');
  const succeeded = apps.filter(({ state }) => state.kind === 'terminated' && state.exitCode === 0);
  const running = apps.filter(({ state }) => state.kind === 'running');
  if (succeeded.length === 0 || running.length + succeeded.length < apps.length) return [];
  return running.map(
    ({ title, name }) =>
      `${title} still runs, so Job "${job.name}" does not complete; if "${name}" only serves the others, it belongs to the init containers with restartPolicy: Always, as a sidecar that ends with them`,
  );
}

function explainScheduling(pod: Pod): readonly string[] {
  const scheduled = findCondition(pod, 'PodScheduled');
  if (scheduled?.reason === 'SchedulingGated') {
    const gates = (pod.spec.schedulingGates ?? []).map(({ name }) => name);
    // The list is empty between the removal of the last gate and the scheduler's next update.
    return [withMessage('it is not scheduled while it has scheduling gates', gates.join(', '))];
  }
  if (isScheduled(pod)) return [];
  if (scheduled?.status === 'False') return [withMessage('no node takes it', scheduled.message)];
  return ['the scheduler has not chosen a node for it yet'];
}

/** The reason of the whole pod, such as `Evicted`. */
function explainReason({ status }: Pod): readonly string[] {
  if (status?.reason === undefined || status.reason === '') return [];
  return [withMessage(`the pod as a whole says ${status.reason}`, status.message)];
}

/** A pod whose volumes and network are not set up; `why` is undefined without an event about it. */
interface MissingSandbox {
  readonly why: KubernetesEvent | undefined;
}

/**
 * Whether the volumes or the network of a pod keep the node from starting any container; undefined when they do not.
 * Only events name what is missing, but they outlast it. Kubelets before 1.29 do not set the condition.
 */
export function findMissingSandbox(pod: Pod, clues: PodClues): MissingSandbox | undefined {
  if (!isScheduled(pod) || pod.status?.phase !== 'Pending') return undefined;
  const condition = findCondition(pod, 'PodReadyToStartContainers');
  const why = sandboxFailureOf(clues);
  const isMissing = condition === undefined ? why !== undefined : condition.status === 'False';
  return isMissing ? { why } : undefined;
}

function explainSandbox(pod: Pod, clues: PodClues): readonly string[] {
  const missing = findMissingSandbox(pod, clues);
  if (missing === undefined) return [];
  const text = 'the node has not set up its volumes and network';
  return missing.why === undefined
    ? [`${text}; its events tell what is missing`]
    : [withMessage(`${text} (${missing.why.reason ?? ''})`, missing.why.message)];
}

/** Explains what holds up or ended the pod as a whole. */
export function explainWholePod(
  pod: Pod,
  containers: readonly ContainerFacts[],
  around: Surroundings,
): readonly string[] {
  return [
    ...explainDeletion(pod, containers, around),
    ...explainScheduling(pod),
    ...explainSandbox(pod, around.clues),
    ...explainReason(pod),
  ];
}

/** Explains the readiness gates that are not `True` (KEP-580). */
export function explainReadinessGates(pod: Pod): readonly string[] {
  return (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = findCondition(pod, conditionType);
    if (condition?.status === 'True') return [];
    const answer = condition === undefined ? 'has not been answered yet' : `is ${condition.status}`;
    return [withMessage(`its readiness gate "${conditionType}" ${answer}`, condition?.message)];
  });
}
