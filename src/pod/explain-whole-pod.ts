import { commandText } from '../errors/shell-word.ts';
import { agoText, withMessage, type Surroundings } from './explain-container.ts';
import { humanDuration } from './human-duration.ts';
import { sandboxFailureOf, type PodClues } from './pod-clues.ts';
import { parseTime } from './timestamp.ts';
import type { Pod, PodCondition } from './types.ts';

function graceText(graceSeconds: number, dueAt: Date, now: Date): string {
  if (graceSeconds === 0) return '';
  const leftMs = dueAt.getTime() - now.getTime();
  return leftMs > 0
    ? `: its containers have ${humanDuration(leftMs)} left of ${graceSeconds}s to end by themselves`
    : `: the ${graceSeconds}s that its containers had to end by themselves were over${agoText(dueAt, now)}`;
}

function explainDeletion({ metadata, status }: Pod, now: Date): readonly string[] {
  const dueAt = parseTime(metadata.deletionTimestamp);
  if (dueAt === undefined) return [];
  const { deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  const isLost = status?.reason === 'NodeLost';
  return [
    `it is being deleted${graceText(deletionGracePeriodSeconds, dueAt, now)}`,
    ...(isLost ? ['its node is lost, so it is unknown whether it still runs'] : []),
    ...(finalizers.length === 0
      ? []
      : [`it stays until its finalizers are removed: ${finalizers.join(', ')}`]),
  ];
}

function findCondition({ status }: Pod, wanted: string): PodCondition | undefined {
  return status?.conditions?.find(({ type }) => type === wanted);
}

function isPlaced({ spec }: Pod): boolean {
  return spec.nodeName !== undefined && spec.nodeName !== '';
}

function explainScheduling(pod: Pod): readonly string[] {
  const scheduled = findCondition(pod, 'PodScheduled');
  if (scheduled?.reason === 'SchedulingGated') {
    const gates = (pod.spec.schedulingGates ?? []).map(({ name }) => name);
    // Between the end of the last gate and the next look of the scheduler there is none.
    return [withMessage('it is not scheduled while it has scheduling gates', gates.join(', '))];
  }
  if (isPlaced(pod)) return [];
  if (scheduled?.status === 'False') return [withMessage('no node takes it', scheduled.message)];
  return ['the scheduler has not chosen a node for it yet'];
}

/** `Evicted` and the like, which the whole pod has. */
function explainReason({ status }: Pod): readonly string[] {
  if (status?.reason === undefined || status.reason === '') return [];
  return [withMessage(`the pod as a whole says ${status.reason}`, status.message)];
}

/** Of a volume or network that is missing only events tell. */
function explainSandbox(pod: Pod, clues: PodClues): readonly string[] {
  const isAwaited = isPlaced(pod) && pod.status?.phase === 'Pending';
  if (!isAwaited || findCondition(pod, 'PodReadyToStartContainers')?.status !== 'False') return [];
  const failure = sandboxFailureOf(clues);
  if (failure !== undefined)
    return [
      withMessage(
        `the node has not got its volumes and network ready (${failure.reason ?? ''})`,
        failure.message,
      ),
    ];
  const events = commandText`kubectl events --for pod/${pod.metadata.name ?? ''} -n ${pod.metadata.namespace ?? ''}`;
  return [`the node has not got its volumes and network ready; ${events} tells what is missing`];
}

/** What holds a pod up, or ended it, whatever its containers do. */
export function explainWholePod(pod: Pod, { now, clues }: Surroundings): readonly string[] {
  return [
    ...explainDeletion(pod, now),
    ...explainScheduling(pod),
    ...explainSandbox(pod, clues),
    ...explainReason(pod),
  ];
}

/** Readiness gates that nobody has answered yes (KEP-580). */
export function explainReadinessGates(pod: Pod): readonly string[] {
  return (pod.spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = findCondition(pod, conditionType);
    if (condition?.status === 'True') return [];
    const answer = condition === undefined ? 'was not answered yet' : `is ${condition.status}`;
    return [withMessage(`its readiness gate "${conditionType}" ${answer}`, condition?.message)];
  });
}
