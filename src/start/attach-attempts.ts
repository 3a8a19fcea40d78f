/** What an early attach attempt is decided by; times are milliseconds. */
export interface AttemptSituation {
  /** Since the container was asked for, or since its image was there. */
  readonly sinceMs: number;
  /** How many attempts were made. */
  readonly made: number;
  readonly areEventsReadable: boolean;
  readonly isPulling: boolean;
  /** Whether the status names a reason for which the container does not start at present. */
  readonly isHeldUp: boolean;
}

/**
 * When to try an attach, in milliseconds since the container was asked for. Most idle nodes have started it by the
 * first of them. The Started event comes 9 ms after the start and is waited for where it can be read: attempts only
 * make up for one that the kubelet dropped, or for a long way to the server. Where it cannot be read they are all
 * that there is before the status, which is up to a second late. Each costs the server 20 ms and two audit lines.
 */
const ATTEMPTS_BESIDE_EVENTS_MS = [215, 700, 1500];
const ATTEMPTS_WITHOUT_EVENTS_MS = [150, 200, 250, 325, 400, 550, 750, 1000, 1300, 1700, 2200, 3000];

/** Milliseconds until the next early attempt, 0 when it is due; undefined while, or once, there is none to make. */
export function msUntilAttempt(situation: AttemptSituation): number | undefined {
  const { sinceMs, made, areEventsReadable, isPulling, isHeldUp } = situation;
  if (isPulling || isHeldUp) return undefined;
  const dueMs = (areEventsReadable ? ATTEMPTS_BESIDE_EVENTS_MS : ATTEMPTS_WITHOUT_EVENTS_MS)[made];
  return dueMs === undefined ? undefined : Math.max(0, dueMs - sinceMs);
}
