import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { GIVE_UP_MS } from '../../session/patience.ts';
import { reconnectPauseMs } from '../../session/mend/outage.ts';
import type { SendEnd } from './run-send-script.ts';

/** How often a cut connection is tried again. */
export interface Patience {
  /** Infinity for as long as a new connection succeeds in time. */
  readonly retries: number;
  /** Says that the copy goes on. */
  readonly onCut: () => void;
  readonly signal: AbortSignal;
  /** What is copied, for the error: `copy to web-1:/x`. */
  readonly what: string;
}

/** Attempts of one copy, which share its patience. */
export interface Attempts {
  /** Returns undefined after a cut. Throws `connection-lost` when patience is over, and what is no cut. */
  readonly attempt: (act: () => Promise<SendEnd>) => Promise<SendEnd | undefined>;
}

/** Makes the attempts of one copy. */
export function withPatience(io: Io, patience: Patience): Attempts {
  let cuts = 0;
  let failures = 0;
  let lostMs: number | undefined;
  const wait = async (): Promise<undefined> => {
    const nowMs = io.now().getTime();
    lostMs ??= nowMs;
    if (failures === 0) {
      cuts += 1;
      if (cuts <= patience.retries) patience.onCut();
    }
    if (cuts > patience.retries || nowMs - lostMs > GIVE_UP_MS) throw lostError(patience);
    await io.sleep(reconnectPauseMs(failures, io.random), patience.signal);
    failures += 1;
    return undefined;
  };
  return {
    attempt: async (act) => {
      try {
        const end = await act();
        if (end.kind === 'cut') return await wait();
        failures = 0;
        lostMs = undefined;
        return end;
      } catch (error) {
        patience.signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        return wait();
      }
    },
  };
}

function lostError({ what, retries }: Patience): CliError {
  const why =
    retries === Infinity ? 'could not be restored in two minutes' : `was cut more than ${retries} times`;
  return new CliError('connection-lost', `cannot ${what}: the connection ${why}`, {
    hint: 'run the same command again',
  });
}
