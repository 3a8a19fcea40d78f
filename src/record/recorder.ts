import type { CliError } from '../errors/cli-error.ts';
import type { TerminalSize } from '../io.ts';
import type { Outcome } from '../session/outcome.ts';

/** Writes one session, or one audit, to a file as it goes. No method throws: see `failing`. */
export interface Recorder {
  readonly path: string;
  /**
   * Records output before it is shown, and returns what to show of it. Nothing is shown that could not be recorded: after a
   * failure that is nothing.
   */
  readonly output: (channel: 'stdout' | 'stderr', bytes: Buffer) => Buffer;
  /** Returns what `output` has held back; call it when no more output comes. */
  readonly rest: () => Buffer;
  /** Hears what is typed; absent unless the record needs it. */
  readonly input?: (bytes: Buffer) => void;
  readonly resize: (size: TerminalSize) => void;
  /** Notes what happened. The text may come from a cluster. */
  readonly mark: (text: string) => void;
  /** Aborted with an `Interrupted` once the record cannot be written: the session must end. */
  readonly failing: AbortSignal;
  readonly failure: () => CliError | undefined;
}

/** Writes one session, and hears how it ended. */
export interface SessionRecorder extends Recorder {
  readonly over: (outcome: Outcome) => void;
}

/** A record whose file is open. */
export interface OpenRecord {
  readonly recorder: Recorder;
  /** Ends the file with how the session ended; returns the SHA-256 of the file in hexadecimal digits. */
  readonly finish: (end: string) => Promise<string>;
  /** What the record lacks, for the user; absent if it cannot lack anything. */
  readonly lacks?: () => string | undefined;
  /** Whether something was recorded. */
  readonly isBegun: () => boolean;
  /** Deletes the file. */
  readonly discard: () => Promise<void>;
}
