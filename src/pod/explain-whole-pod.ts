import { agoText, withMessage } from './explain-container.ts';
import { humanDuration } from './human-duration.ts';
import { parseTime } from './timestamp.ts';
import type { Pod, PodCondition } from './types.ts';

function explainDeletion({ metadata, status }: Pod, now: Date): readonly string[] {
  const dueAt = parseTime(metadata.deletionTimestamp);
  if (dueAt === undefined) return [];
  const { deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  const grace = `${deletionGracePeriodSeconds}s`;
  const leftMs = dueAt.getTime() - now.getTime();
  const isLost = status?.reason === 'NodeLost';
  return [
    leftMs > 0
      ? `it is being deleted: its containers have ${humanDuration(leftMs)} left of ${grace} to end by themselves`
      : `it is being deleted: the ${grace} that its containers had to end by themselves were over${agoText(dueAt, now)}`,
    ...(isLost ? ['its node is lost, so nobody can say whether it still runs'] : []),
    ...(finalizers.length === 0
      ? []
      : [`it stays until its finalizers are removed: ${finalizers.join(', ')}`]),
  ];
}

function explainScheduling({ spec, status }: Pod): readonly string[] {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.reason === 'SchedulingGated') {
    const gates = (spec.schedulingGates ?? []).map(({ name }) => name);
    return [`it is not scheduled while it has scheduling gates: ${gates.join(', ')}`];
  }
  if (spec.nodeName !== undefined && spec.nodeName !== '') return [];
  if (scheduled?.status === 'False') return [withMessage('no node takes it', scheduled.message)];
  return ['the scheduler has not chosen a node for it yet'];
}

/** `Evicted` and the like, which the whole pod has. */
function explainReason({ status }: Pod): readonly string[] {
  if (status?.reason === undefined || status.reason === '') return [];
  return [withMessage(`the pod as a whole says ${status.reason}`, status.message)];
}

/** What holds a pod up, or ended it, whatever its containers do. */
export function explainWholePod(pod: Pod, now: Date): readonly string[] {
  return [...explainDeletion(pod, now), ...explainScheduling(pod), ...explainReason(pod)];
}

/** Readiness gates that nobody has answered yes (KEP-580). */
export function explainReadinessGates({ spec, status }: Pod): readonly string[] {
  const conditionOf = (wanted: string): PodCondition | undefined =>
    status?.conditions?.find(({ type }) => type === wanted);
  return (spec.readinessGates ?? []).flatMap(({ conditionType }) => {
    const condition = conditionOf(conditionType);
    if (condition?.status === 'True') return [];
    const answer = condition === undefined ? 'was not answered yet' : `is ${condition.status}`;
    return [withMessage(`its readiness gate "${conditionType}" ${answer}`, condition?.message)];
  });
}
