import { terminatedText, type Initialization } from './initialization.ts';
import { isReadyApp } from './readiness.ts';
import type { PodSummary, StatusSummary } from './read-pod.ts';

function podText({ phase, reason, isGated }: PodSummary): string {
  if (isGated) return 'SchedulingGated';
  return reason === '' ? phase : reason;
}

function appText({ state }: StatusSummary): string | undefined {
  if (state.kind === 'terminated') return terminatedText(state);
  return state.kind === 'waiting' && state.reason !== '' ? state.reason : undefined;
}

function failureText({ state }: StatusSummary): string | undefined {
  return state.kind === 'terminated' && state.exitCode !== 0 ? terminatedText(state) : undefined;
}

function firstText(
  apps: readonly StatusSummary[],
  read: (app: StatusSummary) => string | undefined,
): string | undefined {
  return apps.map(read).find((text) => text !== undefined);
}

/** The word instead of `Completed` for a pod in which other containers run or have failed. */
function replaceCompleted({ apps, isReady }: PodSummary): string {
  const isAnyRunning = apps.some(isReadyApp);
  if (isAnyRunning && isReady) return 'Running';
  return firstText(apps, failureText) ?? (isAnyRunning ? 'NotReady' : 'Completed');
}

function deletionText({ reason, phase }: PodSummary): string | undefined {
  if (reason === 'NodeLost') return 'Unknown';
  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating';
}

/**
 * The STATUS column as API servers print it since 1.35 (pkg/printers/internalversion/printers.go): the deletion of the
 * pod comes first, then its apps, its init containers, and its phase.
 */
export function statusWord(pod: PodSummary, { blockedText, showsApps }: Initialization): string {
  const deleted = pod.isBeingDeleted ? deletionText(pod) : undefined;
  if (deleted !== undefined) return deleted;
  const text = (showsApps ? firstText(pod.apps, appText) : undefined) ?? blockedText ?? podText(pod);
  return showsApps && text === 'Completed' ? replaceCompleted(pod) : text;
}
