/** The facts that decide when to attempt an early attach; times are in milliseconds. */
export interface AttemptSituation {
  /** Since we asked for the container, or since its image was pulled. */
  readonly sinceMs: number;
  /** The number of attempts so far. */
  readonly made: number;
  readonly areEventsReadable: boolean;
  /** How long the server took to answer the request for the container: at least a round trip. */
  readonly answerMs: number;
  /** Whether the node has reported the creation of the container; its start comes next. */
  readonly isCreated: boolean;
  readonly isPulling: boolean;
  /** Whether the status names a reason why the container does not start now. */
  readonly isHeldUp: boolean;
}

const FAR_MS = 75;

/** Whether the server is so far away that round trips matter. */
export function isFarAway(answerMs: number): boolean {
  return answerMs >= FAR_MS;
}

/**
 * When to attempt an attach, in milliseconds since we asked for the container. Most idle nodes start it within 160 to
 * 190 ms, and the Started event comes 9 ms later. Near the server it is best to wait for that event: attempts only make
 * up for one that the kubelet dropped. Far from the server the event arrives half a round trip late, and the attach
 * after it takes as long again; an attempt that arrives just as the container starts saves both, and one that is too
 * early has failed by the time the event arrives. Without events, attempts are the only way to beat the status, which
 * is up to a second late. Each attempt costs the server 20 ms and two audit lines.
 */
const ATTEMPTS_NEARBY_MS = [215, 700, 1500];
const ATTEMPTS_BEFORE_STARTED_MS = [700, 1500];
const ATTEMPTS_FROM_AFAR_MS = [165, 700, 1500];
const ATTEMPTS_WITHOUT_EVENTS_MS = [150, 200, 250, 325, 400, 550, 750, 1000, 1300, 1700, 2200, 3000];

/** Milliseconds until the next early attempt, 0 when it is due; undefined when none is planned. */
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
