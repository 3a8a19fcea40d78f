import type { Io } from '../../io.ts';
import type { RemoteStream } from './remote-stream.ts';

const PING_EVERY_MS = 5000;
/** After a longer sleep this process was stopped, or the machine slept. */
const MAX_OVERSLEEP_MS = 3 * PING_EVERY_MS;
/** After this time without any message or pong the connection is lost. */
const SILENCE_MS = 60_000;
/** The same while input is unsent: the server sends no pongs while the container does not read its stdin. */
const SILENCE_WITH_UNSENT_INPUT_MS = 180_000;
/** Servers close a stream after 4 h without data, and pings are no data. */
const IDLE_MESSAGE_EVERY_MS = 15 * 60_000;

/** What is known of a connection; times are milliseconds. */
export interface Liveness {
  readonly lastSignOfLife: number;
  readonly lastData: number;
  readonly unsentBytes: number;
}

/** Decides what to do now for a connection besides the ping. */
export function judgeLiveness(now: number, liveness: Liveness): 'lost' | 'send-idle' | 'fine' {
  const allowed = liveness.unsentBytes > 0 ? SILENCE_WITH_UNSENT_INPUT_MS : SILENCE_MS;
  if (now - liveness.lastSignOfLife > allowed) return 'lost';
  return now - liveness.lastData > IDLE_MESSAGE_EVERY_MS ? 'send-idle' : 'fine';
}

/** Remembers when something last came over a connection. */
export interface AliveClock {
  readonly heardAnything: () => void;
  readonly heardData: () => void;
  readonly sentData: () => void;
  /** Whether any data has come. */
  readonly hasHeardData: () => boolean;
  readonly liveness: (unsentBytes: number) => Liveness;
}

/** Starts a clock as if something had just come. */
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

/** The clock of a socket that can be paused: it hears no answer to our pings then. */
export function clockOfPausable(clock: AliveClock, isPaused: () => boolean): AliveClock {
  return {
    ...clock,
    liveness: (unsentBytes) => {
      if (isPaused()) clock.heardAnything();
      return clock.liveness(unsentBytes);
    },
  };
}

/** What has to be kept alive. */
export type KeptStream = Pick<RemoteStream, 'ping' | 'sendIdle' | 'unsentBytes' | 'breakOff'>;

/** Pings until `signal` is aborted; breaks the stream off if nothing has come for too long. */
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
    // A process that was stopped has heard nothing: that was no silence of the server.
    if (io.now().getTime() - sleepsFromMs > MAX_OVERSLEEP_MS) clock.heardAnything();
  }
}
