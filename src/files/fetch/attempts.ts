import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { GIVE_UP_MS } from '../../session/patience.ts';
import { finalReason, reconnectPauseMs } from '../../session/mend/outage.ts';
import type { ScriptEnd } from '../../session/scripts/stream-script.ts';
import { describeLoss } from '../../session/streams/remote-stream.ts';

/** What came of one attempt. */
export type Attempt<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Not all has come, but more of it. */
  | { readonly kind: 'again' }
  /** The connection was cut; more may have come before. */
  | { readonly kind: 'cut'; readonly end: ScriptEnd };

/** How often to go on after a cut. */
export interface AttemptRules {
  /** At most so many; Infinity: until nothing has come for two minutes. */
  readonly retries: number;
  /** Called before each new attempt, with the reason. */
  readonly onRetry: (why: string) => void;
  /** A number that grows while something comes. */
  readonly progress: () => number;
}

/** Repeats what a lost connection has cut. */
export interface Attempts {
  /** Calls `attempt` until it is done. Throws `connection-lost`, what cannot be mended, and the reason of `signal`. */
  readonly until: <T>(attempt: () => Promise<Attempt<T>>, signal: AbortSignal) => Promise<T>;
}

/** Makes the attempts of one copy. */
export function makeAttempts(io: Io, { retries, onRetry, progress }: AttemptRules): Attempts {
  let cuts = 0;
  let inVain = 0;
  let lastProgress = 0;
  let lastProgressMs = io.now().getTime();
  const pause = async ({ why, isStarting, cutsBefore }: Counted, signal: AbortSignal): Promise<void> => {
    const nowMs = io.now().getTime();
    // One outage cuts all attempts that run at the same time.
    const isNew = !isStarting && cuts === cutsBefore;
    if (isNew) cuts += 1;
    if (progress() > lastProgress) {
      lastProgress = progress();
      lastProgressMs = nowMs;
      inVain = 0;
    }
    const isOver = retries === Infinity || isStarting ? nowMs - lastProgressMs > GIVE_UP_MS : cuts > retries;
    if (isOver)
      throw new CliError('connection-lost', `the copy was cut: ${why}`, {
        hint: 'the same command goes on where it was cut',
      });
    if (isNew) onRetry(why);
    await io.sleep(reconnectPauseMs(inVain, io.random), signal);
    inVain += 1;
  };
  return {
    until: async (attempt, signal) => {
      for (;;) {
        const cutsBefore = cuts;
        const made = await settle(attempt, signal);
        if (made.kind === 'done') return made.value;
        if (made.kind === 'cut') await pause({ ...made, cutsBefore }, signal);
      }
    },
  };
}

interface Cut {
  readonly kind: 'cut';
  readonly why: string;
  /** Whether the debug container may just not run yet. */
  readonly isStarting: boolean;
}

interface Counted extends Cut {
  /** How many there were when the attempt began. */
  readonly cutsBefore: number;
}

type Settled<T> = Exclude<Attempt<T>, { kind: 'cut' }> | Cut;

/** Errors that a later attempt may not meet are a cut. */
const PASSING = ['unreachable', 'connection-lost', 'timeout', 'throttled', 'upgrade-refused'];

async function settle<T>(attempt: () => Promise<Attempt<T>>, signal: AbortSignal): Promise<Settled<T>> {
  try {
    const made = await attempt();
    if (made.kind !== 'cut') return made;
    const { end } = made;
    const isStarting = end.kind === 'not-running';
    return { kind: 'cut', why: isStarting ? end.message : describeLoss(end), isStarting };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof CliError && !PASSING.includes(error.kind)) throw error;
    if (finalReason(error) !== undefined && isApiError(error))
      throw explainApiError(error, { action: 'copy files by exec' });
    return { kind: 'cut', why: toError(error).message, isStarting: false };
  }
}
