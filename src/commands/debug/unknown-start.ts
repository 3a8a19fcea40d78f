import { isCliError } from '../../errors/cli-error.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import { podRef } from '../../pod/pod-ref.ts';
import { attachCommandLine } from '../../join/end/command-lines.ts';

/**
 * Says what may have been created: the request was sent, and then a signal, the deadline or a broken connection ended the
 * wait for its answer. undefined if the server has answered.
 */
export function describeUnknownStart(error: unknown, plan: DebugPlan): string | undefined {
  if (!isUnanswered(error)) return undefined;
  if (plan.kind === 'ephemeral') {
    const ref = { ...plan.pod, container: plan.container.name };
    return `debug container "${ref.container}" may have been added to pod ${ref.namespace}/${ref.name}; if so, to join it: ${attachCommandLine(ref)}`;
  }
  const { namespace, name } = podRef(plan.pod);
  return `pod ${namespace}/${name} may have been created; if so, to delete it: ${commandText`kubectl delete pod ${name} -n ${namespace}`}`;
}

function isUnanswered(error: unknown): boolean {
  return isInterrupted(error) || (isCliError(error) && ['timeout', 'connection-lost'].includes(error.kind));
}
