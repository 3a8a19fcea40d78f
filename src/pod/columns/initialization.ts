import type { ContainerState } from '../containers/container-state.ts';
import type { PodSummary, StatusSummary } from './read-pod.ts';

/**
 * How far the init containers of a pod have come, as the server's printer walks them (KEP-753;
 * pkg/printers/internalversion/printers.go): up to the first one that is neither done nor a started sidecar.
 */
export interface Initialization {
  /** The init containers up to and including the one that blocks. */
  readonly visited: readonly StatusSummary[];
  /** `Init:1/3`, `Init:Error`, …; undefined when none blocks. */
  readonly blockedText: string | undefined;
  /**
   * Whether STATUS and READY take the app containers into account. They also do when a sidecar blocks in a pod that
   * has been initialized.
   */
  readonly showsApps: boolean;
}

/** The word for a terminated container: its reason, else the signal, else the exit code. */
export function terminatedText({
  reason,
  signal,
  exitCode,
}: ContainerState & { kind: 'terminated' }): string {
  if (reason !== '') return reason;
  return signal === 0 ? `ExitCode:${exitCode}` : `Signal:${signal}`;
}

function isPassed({ state, isSidecar, isStarted }: StatusSummary): boolean {
  return (state.kind === 'terminated' && state.exitCode === 0) || (isSidecar && isStarted);
}

function blockingText({ state }: StatusSummary, progress: string): string {
  if (state.kind === 'terminated') return `Init:${terminatedText(state)}`;
  const hasReason = state.kind === 'waiting' && state.reason !== '' && state.reason !== 'PodInitializing';
  return `Init:${hasReason ? state.reason : progress}`;
}

/** Walks the init containers of a pod. */
export function readInitialization({ inits, initCount, isInitialized }: PodSummary): Initialization {
  const index = inits.findIndex((status) => !isPassed(status));
  const blocking = inits[index];
  if (blocking === undefined) return { visited: inits, blockedText: undefined, showsApps: true };
  return {
    visited: inits.slice(0, index + 1),
    blockedText: blockingText(blocking, `${index}/${initCount}`),
    showsApps: isInitialized,
  };
}
