import { isInterrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import type { Notes } from '../output/say/notes.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { Ending } from '../session/scripts/end-process.ts';
import { remedyOf } from './end/too-long-error.ts';

/** How long a person who left by Ctrl-C has to press it once more, in milliseconds. */
const SECOND_WITHIN_MS = 2000;

/** What runs on after the first Ctrl-C. */
export interface LeftRunning {
  readonly ref: ContainerRef;
  readonly end: () => Promise<Ending>;
}

/** Listens for a Ctrl-C after the one that ended the session. */
export interface SecondInterrupt {
  /** Whether somebody is there to press it. */
  readonly isHeard: boolean;
  /** Waits a little for another Ctrl-C, and ends what runs on then; the person was told of it. */
  readonly offer: (notes: Notes, left: LeftRunning) => Promise<void>;
  readonly stop: () => void;
}

/**
 * Hears Ctrl-C from the moment on in which `signal` is aborted by the first one, so that none in between ends us; a
 * third one does again. Where nobody sees stderr nobody is asked.
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
    isHeard: io.terminal.hasErrors,
    offer: async (notes, { ref, end }) => {
      if (!io.terminal.hasErrors) return;
      const what = `debug container "${ref.container}" in ${ref.namespace}/${ref.name}`;
      const over = new AbortController();
      const late = io.sleep(SECOND_WITHIN_MS, over.signal).then(
        () => false,
        () => false, // pressed before
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
