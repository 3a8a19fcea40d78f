import type { Ora } from 'ora';
import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';

/** What a command does right now, shown on stderr while it lasts. */
export interface Progress {
  /** Replaces the text; it may hold text from a cluster. */
  readonly update: (text: string) => void;
  /** Takes the progress away for good; callers do it on every way out. */
  readonly stop: () => void;
}

/** What is over sooner needs no spinner. */
const SPINNER_AFTER_MS = 300;
/** A log gets a line only for what takes its time, as soon as every other wait does. */
const LINE_AFTER_MS = 1000;

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

/** Calls `then` after a while unless the signal is aborted before. */
function after(
  io: Io,
  wait: { readonly milliseconds: number; readonly signal: AbortSignal },
  then: () => void,
) {
  const { milliseconds, signal } = wait;
  io.sleep(milliseconds, signal).then(
    () => {
      if (!signal.aborted) then();
    },
    // The signal's own reason: the progress was stopped, or its text replaced.
    () => undefined,
  );
}

/** A terminal without a width would have the spinner count, and take away, lines without end. */
function hasWidth({ terminal }: Io): boolean {
  return terminal.size() !== undefined;
}

function startSpinner(io: Io): Progress {
  const stopping = new AbortController();
  const { signal } = stopping;
  let text = '';
  let spinner: Ora | undefined;
  const show = async (): Promise<void> => {
    const { ora } = await import('./spinner.ts');
    if (signal.aborted) return;
    // The terminal's mode and cursor stay untouched, so that nothing needs to be restored after a crash.
    const options = { isEnabled: true, discardStdin: false, hideCursor: false, color: false } as const;
    spinner = ora({ ...options, stream: io.stderr, text }).start();
  };
  const stop = (): void => {
    stopping.abort();
    spinner?.stop();
  };
  after(io, { milliseconds: SPINNER_AFTER_MS, signal }, () => void show());
  const stopListening = io.terminal.onResize(() => {
    if (!hasWidth(io)) stop();
  });
  return {
    update: (newText) => {
      text = printable(newText);
      if (spinner !== undefined) spinner.text = text;
    },
    stop: () => {
      stopListening();
      stop();
    },
  };
}

function startLines(io: Io): Progress {
  const printed = new Set<string>();
  let text = '';
  let waiting = new AbortController();
  return {
    update: (newText) => {
      if (newText === text) return;
      text = newText;
      waiting.abort();
      waiting = new AbortController();
      after(io, { milliseconds: LINE_AFTER_MS, signal: waiting.signal }, () => {
        if (printed.has(newText)) return;
        printed.add(newText);
        io.stderr.write(`${printable(newText)}\n`);
      });
    },
    stop: () => {
      waiting.abort();
    },
  };
}

/**
 * Starts to show what a command does: on a terminal as a spinner once it took 300 ms, elsewhere, and where a terminal
 * was never told its size, as one line for each text that stayed for a second. Other writes to stderr and stdout meanwhile appear above the spinner.
 */
export function startProgress(io: Io, options: { readonly quiet: boolean }): Progress {
  if (options.quiet) return SILENT;
  const canSpin = io.terminal.hasErrors && io.env['TERM'] !== 'dumb' && hasWidth(io);
  return canSpin ? startSpinner(io) : startLines(io);
}
