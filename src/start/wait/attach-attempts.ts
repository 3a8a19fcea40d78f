/** What an early attach attempt is decided by; times are milliseconds. */
export interface AttemptSituation {
  /** Since the container was asked for, or since its image was there. */
  readonly sinceMs: number;
  /** How many attempts were made. */
  readonly made: number;
  readonly areEventsReadable: boolean;
  /** How long the answer took when the container was asked for: at least a round trip to the server. */
  readonly answerMs: number;
  /** Whether the node has reported that it made the container, so that it is about to report its start as well. */
  readonly isCreated: boolean;
  readonly isPulling: boolean;
  /** Whether the status names a reason for which the container does not start at present. */
  readonly isHeldUp: boolean;
}

const FAR_MS = 75;

/** Whether the server is so far away, by the milliseconds that an answer took, that round trips to it count. */
export function isFarAway(answerMs: number): boolean {
  return answerMs >= FAR_MS;
}

/**
 * When to try an attach, in milliseconds since the container was asked for. Most idle nodes have started it after 160 to
 * 190 ms. The Started event comes 9 ms after the start, and is waited for near a server that is about to send it:
 * attempts only make up for one that the kubelet dropped. From afar that event is half a round trip old, and so is the
 * attach that it leads to; one that is there when the container starts saves both, and one that is too early has failed
 * by the time when the event comes. Where events cannot be read, attempts are all that there is before the status, which
 * is up to a second late. Each costs the server 20 ms and two audit lines.
 */
const ATTEMPTS_NEARBY_MS = [215, 700, 1500];
const ATTEMPTS_BEFORE_STARTED_MS = [700, 1500];
const ATTEMPTS_FROM_AFAR_MS = [165, 700, 1500];
const ATTEMPTS_WITHOUT_EVENTS_MS = [150, 200, 250, 325, 400, 550, 750, 1000, 1300, 1700, 2200, 3000];

/** Milliseconds until the next early attempt, 0 when it is due; undefined while, or once, there is none to make. */
export function msUntilAttempt(situation: AttemptSituation): number | undefined {
  const { sinceMs, made, isPulling, isHeldUp } = situation;
  if (isPulling || isHeldUp) return undefined;
  const dueMs = chooseTimes(situation)[made];
  return dueMs === undefined ? undefined : Math.max(0, dueMs - sinceMs);
}

function chooseTimes({ areEventsReadable, answerMs, isCreated }: AttemptSituation): readonly number[] {
  if (!areEventsReadable) return ATTEMPTS_WITHOUT_EVENTS_MS;
  if (isFarAway(answerMs)) return ATTEMPTS_FROM_AFAR_MS;
  return isCreated ? ATTEMPTS_BEFORE_STARTED_MS : ATTEMPTS_NEARBY_MS;
}
