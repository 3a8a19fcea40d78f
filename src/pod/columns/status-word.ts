import { terminatedText, type Initialization } from './initialization.ts';
import { isReadyApp } from './readiness.ts';
import type { PodView, StatusView } from './read-pod.ts';

function podText({ phase, reason, conditions }: PodView): string {
  const isGated = conditions.some(
    (condition) => condition.type === 'PodScheduled' && condition.reason === 'SchedulingGated',
  );
  if (isGated) return 'SchedulingGated';
  return reason === '' ? phase : reason;
}

function appText({ state }: StatusView): string | undefined {
  if (state.kind === 'terminated') return terminatedText(state);
  return state.kind === 'waiting' && state.reason !== '' ? state.reason : undefined;
}

function failureText({ state }: StatusView): string | undefined {
  return state.kind === 'terminated' && state.exitCode !== 0 ? terminatedText(state) : undefined;
}

function firstText(
  apps: readonly StatusView[],
  read: (app: StatusView) => string | undefined,
): string | undefined {
  return apps.map(read).find((text) => text !== undefined);
}

/** A container that completed does not speak for a pod in which others run or failed. */
function replaceCompleted({ apps, conditions }: PodView): string {
  const isAnyRunning = apps.some(isReadyApp);
  const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  if (isAnyRunning && isReady) return 'Running';
  return firstText(apps, failureText) ?? (isAnyRunning ? 'NotReady' : 'Completed');
}

function deletionText({ reason, phase }: PodView): string | undefined {
  if (reason === 'NodeLost') return 'Unknown';
  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating';
}

/**
 * The STATUS column as the API server prints it from 1.35 on: later answers replace earlier ones, from the pod's
 * phase over its init containers and its apps to its deletion (pkg/printers/internalversion/printers.go).
 */
export function statusWord(pod: PodView, { blockedText, showsApps }: Initialization): string {
  const deleted = pod.isBeingDeleted ? deletionText(pod) : undefined;
  if (deleted !== undefined) return deleted;
  const text = (showsApps ? firstText(pod.apps, appText) : undefined) ?? blockedText ?? podText(pod);
  return showsApps && text === 'Completed' ? replaceCompleted(pod) : text;
}
