import type { Io } from '../../io.ts';
import type { AttachStream } from './remote-stream.ts';

const PING_EVERY_MS = 5000;
/** A wait that took longer than this was more than a wait. */
const MAX_OVERSLEEP_MS = 3 * PING_EVERY_MS;
/** Without any sign of life for this long the connection is lost. */
const SILENCE_MS = 60_000;
/** Pongs stop while the container does not read what we sent, so silence counts later then. */
const SILENCE_WITH_UNSENT_INPUT_MS = 180_000;
/** Servers end a stream that carried no data for 4 h, and pings are no data. */
const IDLE_MESSAGE_EVERY_MS = 15 * 60_000;

/** What the keeper of a connection decides by; times are milliseconds. */
export interface Liveness {
  readonly lastSignOfLife: number;
  readonly lastData: number;
  readonly unsentBytes: number;
}

/** What to do now for a connection, besides the ping: pure, so that four hours can be tested in no time. */
export function judgeLiveness(now: number, liveness: Liveness): 'lost' | 'send-idle' | 'fine' {
  const allowed = liveness.unsentBytes > 0 ? SILENCE_WITH_UNSENT_INPUT_MS : SILENCE_MS;
  if (now - liveness.lastSignOfLife > allowed) return 'lost';
  return now - liveness.lastData > IDLE_MESSAGE_EVERY_MS ? 'send-idle' : 'fine';
}

/** Follows when something was last heard of a connection. */
export interface AliveClock {
  readonly heardAnything: () => void;
  readonly heardData: () => void;
  readonly sentData: () => void;
  /** Whether any data came at all. */
  readonly hasHeardData: () => boolean;
  readonly liveness: (unsentBytes: number) => Liveness;
}

/** Starts an `AliveClock` that has just heard something. */
export function startAliveClock(io: Io): AliveClock {
  const now = (): number => io.now().getTime();
  let lastSignOfLife = now();
  let lastData = lastSignOfLife;
  let hasHeardData = false;
  return {
    heardAnything: () => (lastSignOfLife = now()),
    heardData: () => {
      hasHeardData = true;
      lastData = now();
    },
    sentData: () => (lastData = now()),
    hasHeardData: () => hasHeardData,
    liveness: (unsentBytes) => ({ lastSignOfLife, lastData, unsentBytes }),
  };
}

type KeptStream = Pick<AttachStream, 'ping' | 'sendIdle' | 'unsentBytes' | 'breakOff'>;

/** Pings until `signal` is aborted, and breaks the stream off when nothing has come for too long. */
export async function keepAlive(
  io: Io,
  { stream, clock }: { readonly stream: KeptStream; readonly clock: AliveClock },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    stream.ping();
    const verdict = judgeLiveness(io.now().getTime(), clock.liveness(stream.unsentBytes()));
    if (verdict === 'lost') stream.breakOff('nothing was heard from the server for too long');
    if (verdict === 'send-idle') {
      stream.sendIdle();
      clock.sentData();
    }
    const sleepsFromMs = io.now().getTime();
    await io.sleep(PING_EVERY_MS, signal).catch(() => undefined); // an abort ends the loop, no error
    // Nobody can be heard by a process that is stopped, or on a machine that sleeps: that was no silence.
    if (io.now().getTime() - sleepsFromMs > MAX_OVERSLEEP_MS) clock.heardAnything();
  }
}
