import { setMaxListeners } from 'node:events';
import {
  isInterrupted,
  Interrupted,
  type EndingSignal,
  type InterruptName,
} from '../../../errors/interrupted.ts';
import { ENDING_SIGNALS } from '../../../errors/interrupted.ts';
import type { Io } from '../../../io.ts';
import type { FleetWish } from '../../../fleet/worker-counts.ts';

/** What an interrupt asks the workers for. */
export type StopWish = Exclude<FleetWish, 'go-on'>;

/** What the user wants at Ctrl-C. */
export type InterruptChoice = 'leave' | 'end' | 'go-on';

interface Reactions {
  /** Whether there is a terminal, so that Ctrl-C can ask. */
  readonly canAsk: boolean;
  /** Asks the user. */
  readonly ask: (signal: AbortSignal) => Promise<InterruptChoice>;
  /** Asks the workers, and says so. */
  readonly wish: (wish: StopWish) => void;
}

/** What signals do to a run that is followed. */
export interface FleetInterrupts {
  /** Aborted with an `Interrupted` when nobody follows any more; the run goes on. */
  readonly leaving: AbortSignal;
  /** The signal by which the workers were asked to stop; undefined if none did. */
  readonly stoppedBy: () => EndingSignal | undefined;
  readonly close: () => void;
}

/** After each signal: the workers are asked for this, and then the follower leaves. */
const WISHES: readonly StopWish[] = ['stop', 'end'];

/** Reacts to one signal after the other. */
interface Reacting {
  readonly hear: (name: InterruptName) => void;
  readonly leaving: AbortSignal;
  readonly stoppedBy: () => EndingSignal | undefined;
}

function react(reactions: Reactions): Reacting {
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  let asking: AbortController | undefined;
  let stoppedBy: EndingSignal | undefined;
  let wishes = 0;
  const leave = (name: InterruptName): void => {
    asking?.abort(new Interrupted(name));
    leaving.abort(new Interrupted(name));
  };
  const stop = (name: EndingSignal): void => {
    const wish = WISHES[wishes];
    if (wish === undefined) {
      leave(name);
      return;
    }
    wishes += 1;
    stoppedBy ??= name;
    reactions.wish(wish);
  };
  const ask = async (name: EndingSignal): Promise<void> => {
    asking = new AbortController();
    // At Ctrl-C or Escape, or if the terminal is gone, nobody has asked to end the run.
    const choice = await reactions.ask(asking.signal).catch((): InterruptChoice => 'leave');
    asking = undefined;
    if (choice === 'leave') leave(name);
    else if (choice === 'end') stop(name);
  };
  const hear = (name: InterruptName): void => {
    if (leaving.signal.aborted) return;
    if (name === 'SIGPIPE' || name === 'SIGHUP' || asking !== undefined) leave(name);
    else if (!reactions.canAsk || wishes > 0) stop(name);
    else if (name === 'SIGINT') void ask(name);
    else leave(name);
  };
  return { hear, leaving: leaving.signal, stoppedBy: () => stoppedBy };
}

/**
 * Reacts to the signal that aborts `signal`, and to those after it. On a terminal Ctrl-C asks whether to leave the run or to end
 * it, and any other signal leaves it, as nobody may be there any more. Without a terminal SIGINT and SIGTERM ask the workers to
 * stop, the second one to end what runs, and the third one leaves.
 */
export function hearFleetInterrupts(io: Io, signal: AbortSignal, reactions: Reactions): FleetInterrupts {
  const { hear, leaving, stoppedBy } = react(reactions);
  const unsubscribes: (() => void)[] = [];
  const first = (): void => {
    unsubscribes.push(...ENDING_SIGNALS.map((name) => io.onSignal(name, () => hear(name))));
    hear(isInterrupted(signal.reason) ? signal.reason.signalName : 'SIGHUP');
  };
  signal.addEventListener('abort', first, { once: true });
  if (signal.aborted) first();
  return {
    leaving,
    stoppedBy,
    close: () => {
      signal.removeEventListener('abort', first);
      unsubscribes.forEach((unsubscribe) => unsubscribe());
    },
  };
}
