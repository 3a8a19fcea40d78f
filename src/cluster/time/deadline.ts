import { CliError } from '../../errors/cli-error.ts';

/** A time limit joined with the signal of the caller. */
export interface Deadline {
  /** Aborted with a `CliError` of kind `timeout` when the time is up, with the caller's reason when it aborts. */
  readonly signal: AbortSignal;
  /** Ends the time limit, not the link to the caller's signal. */
  readonly stopClock: () => void;
  /** Ends both; every deadline is released by whoever started it. */
  readonly release: () => void;
}

export interface DeadlineOptions {
  readonly parent?: AbortSignal | undefined;
  /** What is said when the time is up. */
  readonly what: string;
  readonly hint?: string;
}

/** Node takes a longer time for no time at all. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a deadline; `Infinity` milliseconds never end. Unlike AbortSignal.any it leaves no listener behind on a
 * signal that outlives thousands of requests.
 */
export function startDeadline(milliseconds: number, { parent, what, hint }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  const followParent = (): void => controller.abort(parent?.reason);
  const expire = (): void =>
    controller.abort(new CliError('timeout', what, hint === undefined ? {} : { hint }));
  const timer = Number.isFinite(milliseconds)
    ? setTimeout(expire, Math.min(milliseconds, LONGEST_TIMER_MS))
    : undefined;
  const stopClock = (): void => clearTimeout(timer);
  if (parent?.aborted === true) followParent();
  parent?.addEventListener('abort', followParent, { once: true });
  return {
    signal: controller.signal,
    stopClock,
    release: () => {
      stopClock();
      parent?.removeEventListener('abort', followParent);
    },
  };
}
