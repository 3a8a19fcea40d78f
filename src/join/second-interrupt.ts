import { isInterrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import type { Notes } from '../output/say/notes.ts';
import { describeContainer } from '../pod/pod-ref.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { Ending } from '../session/scripts/end-process.ts';
import { remedyOf } from './end/too-long-error.ts';

/** For how long a second Ctrl-C ends what the first one has left running, in milliseconds. */
const SECOND_WITHIN_MS = 2000;

/** A container that goes on after the first Ctrl-C. */
export interface LeftRunning {
  readonly ref: ContainerRef;
  readonly end: () => Promise<Ending>;
}

/** Listens for a Ctrl-C after the one that ended the session. */
export interface SecondInterrupt {
  /** Whether a person can see that it is offered. */
  readonly canBeOffered: boolean;
  /** Waits for a second Ctrl-C, which the person was told of, and then ends what runs on. */
  readonly offer: (notes: Notes, left: LeftRunning) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Listens for a second Ctrl-C from the moment in which the first one aborts `signal`, so that the second cannot kill us; a
 * third one can. Offers nothing if stderr is no terminal.
 */
export function hearSecondInterrupt(io: Io, signal: AbortSignal): SecondInterrupt {
  let press: () => void = () => undefined;
  const pressed = new Promise<true>((resolve) => (press = () => resolve(true)));
  let stopHearing: () => void = () => undefined;
  const hear = (): void => {
    if (!isInterrupted(signal.reason) || signal.reason.signalName !== 'SIGINT') return;
    stopHearing = io.onSignal('SIGINT', () => {
      stopHearing();
      press();
    });
  };
  if (io.terminal.hasErrors) signal.addEventListener('abort', hear, { once: true });
  return {
    canBeOffered: io.terminal.hasErrors,
    offer: async (notes, { ref, end }) => {
      if (!io.terminal.hasErrors) return;
      const what = describeContainer(ref);
      const over = new AbortController();
      const late = io.sleep(SECOND_WITHIN_MS, over.signal).then(
        () => false,
        () => false, // it was pressed
      );
      const isPressed = await Promise.race([pressed, late]);
      over.abort();
      if (!isPressed) return;
      const ending = await end();
      if (ending.kind === 'ended') notes.note(`${what} was ended`);
      else notes.warn([`${what} goes on: ${ending.why}`, ...remedyOf(ending)].join('; '));
    },
    stop: () => {
      signal.removeEventListener('abort', hear);
      stopHearing();
    },
  };
}
