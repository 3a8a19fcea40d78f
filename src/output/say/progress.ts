import type { Ora } from 'ora';
import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';

/** Shows on stderr what a command is doing. */
export interface Progress {
  /** Replaces the text, which may contain text from a cluster. */
  readonly update: (text: string) => void;
  /** Removes the progress. Call it on every way out. */
  readonly stop: () => void;
}

/** A spinner appears after this time. */
const SPINNER_AFTER_MS = 300;
/** Without a terminal a line is printed after this time, as for other waits. */
const LINE_AFTER_MS = 1000;

const SILENT: Progress = { update: () => undefined, stop: () => undefined };

/** Calls `then` after a time, unless the signal is aborted before. */
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
    // The signal was aborted, as the progress was stopped or its text replaced.
    () => undefined,
  );
}

/** Without a width the spinner would count, and clear, endless lines. */
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
    // Leave the mode and the cursor of the terminal alone, so that nothing needs to be restored after a crash.
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
 * Starts to show what a command is doing: on a terminal as a spinner, after 300 ms. Elsewhere, and on a terminal without a
 * known size, as one line for each text that stays for a second. Other output appears above the spinner.
 */
export function startProgress(io: Io, options: { readonly quiet: boolean }): Progress {
  if (options.quiet) return SILENT;
  const canSpin = io.terminal.hasErrors && io.env['TERM'] !== 'dumb' && hasWidth(io);
  return canSpin ? startSpinner(io) : startLines(io);
}
