import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';

/** A connection that holds this long ends the outage; the next loss is another one. In milliseconds. */
export const MENDED_MS = 30_000;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Returns the milliseconds to wait before an attempt (0 is the first, without a wait): a random time between half of a
 * bound and all of it. The bound doubles from 0.5 s to 10 s.
 */
export function reconnectPauseMs(attempt: number, random: () => number): number {
  if (attempt === 0) return 0;
  const bound = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  return bound * (0.5 + 0.5 * random());
}

/** Returns why another attempt makes no sense, or undefined. Rethrows errors of our own. */
export function finalReason(error: unknown): string | undefined {
  // 422 is how the server's own admission policies say no.
  if (isApiError(error)) return [401, 403, 422].includes(error.code) ? error.message : undefined;
  if (isCliError(error) || isPassing(error)) return undefined;
  throw error;
}

/** Returns the state of the container behind a lost connection. */
export function judgeContainer(
  latest: PodState,
  { container }: ContainerRef,
):
  | { readonly kind: 'runs' | 'gone' }
  | { readonly kind: 'ended'; readonly end: NonNullable<ReturnType<typeof findContainerEnd>> } {
  if (latest.kind === 'gone') return { kind: 'gone' };
  const end = findContainerEnd(latest.pod, container);
  return end === undefined ? { kind: 'runs' } : { kind: 'ended', end };
}
