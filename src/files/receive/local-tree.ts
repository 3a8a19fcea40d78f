import type { Io } from '../../io.ts';
import type { FileSink } from '../file-sink.ts';
import type { Refused } from '../names/refusals.ts';

/** How a copy is received. */
export interface LocalTreeOptions extends Pick<Io, 'platform' | 'userId' | 'now'> {
  /** False gives new files the permissions and times of new files; a program stays one. Default true. */
  readonly preserve?: boolean;
}

/** Receives one file or folder; nothing has its name before `commit`. */
export interface LocalTree extends FileSink {
  /** Gives everything its name, and removes what is left. Throws `write-failed`; then call `abandon`. */
  readonly commit: () => void;
  /**
   * Closes everything, and keeps what has come for a later call. Returns the path where it lies; undefined if nothing has
   * come, and after `commit`.
   */
  readonly abandon: () => string | undefined;
  /** What was refused until now. */
  readonly refused: () => readonly Refused[];
}
