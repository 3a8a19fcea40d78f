import { CliError } from '../../errors/cli-error.ts';

/** A time limit combined with the caller's signal. */
export interface Deadline {
  /** Aborts with a `CliError` of kind `timeout` when the time is up, or with the caller's reason. */
  readonly signal: AbortSignal;
  /** Ends the time limit, but still follows the caller's signal. */
  readonly stopClock: () => void;
  /** Ends both. Whoever starts a deadline releases it. */
  readonly release: () => void;
}

interface DeadlineOptions {
  readonly parent?: AbortSignal | undefined;
  /** Message of the timeout error. */
  readonly what: string;
  readonly hint?: string;
}

/** Node fires a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a deadline; `Infinity` means none. Unlike AbortSignal.any, it leaves no listener on the caller's signal,
 * which can outlive thousands of requests.
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
