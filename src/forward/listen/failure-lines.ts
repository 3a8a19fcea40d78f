import { isCliError, type CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import { ConnectError } from '../connect-error.ts';

/** Tells of connections that failed, one line for many of a kind. */
export interface FailureLines {
  readonly tell: (error: Error) => void;
  /** Tells what is left to tell. */
  readonly end: () => void;
}

/** How long failures of one kind are counted before a line tells of them, in milliseconds. */
const COUNT_MS = 200;
/** How long at least between two lines of one kind. */
const PAUSE_MS = 2000;

interface Kind {
  count: number;
  readonly error: Error;
  readonly over: AbortController;
}

/**
 * Makes the lines of one call. The first failures of a kind are counted for a moment, later ones for longer, so that a
 * thousand connections that fail at once are one line.
 */
export function makeFailureLines(io: Pick<Io, 'sleep'>, notes: Notes): FailureLines {
  const kinds = new Map<string, Kind>();
  const hinted = new Set<string>();
  const print = (kind: Kind): void => {
    const { count, error } = kind;
    if (count === 0) return;
    kind.count = 0;
    const why = count === 1 ? errorText(error) : `${errorText(error)} (${count} connections)`;
    if (isCliError(error) && error.hint !== undefined && !hinted.has(hintKind(error))) {
      hinted.add(hintKind(error));
      notes.warnOf({ kind: error.kind, why, hint: error.hint });
    } else notes.warn(isCliError(error) ? `${why} [${error.kind}]` : why);
  };
  const follow = async (key: string, kind: Kind): Promise<void> => {
    for (let pause = COUNT_MS; ; pause = PAUSE_MS) {
      await io.sleep(pause, kind.over.signal);
      if (kind.count === 0) break;
      print(kind);
    }
    kinds.delete(key);
  };
  return {
    tell: (error) => {
      const key = errorText(error);
      const known = kinds.get(key);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      const kind = { count: 1, error, over: new AbortController() };
      kinds.set(key, kind);
      // Only `end` aborts the sleep.
      follow(key, kind).catch(() => undefined);
    },
    end: () => {
      for (const kind of kinds.values()) {
        print(kind);
        kind.over.abort();
      }
      kinds.clear();
    },
  };
}

/** Errors with the same one need the same kind of help: one hint is enough for all of them. */
function hintKind(error: CliError): string {
  return error instanceof ConnectError ? `${error.kind}/${error.reason}` : error.kind;
}
