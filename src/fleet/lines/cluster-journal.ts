import type { Journal } from '../../audit/journal/journal.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import type { FleetLine } from './fleet-line.ts';
import type { LinesWriter } from './lines-writer.ts';

/** The journal of a worker, in ConfigMaps. */
export interface ClusterJournal extends Journal {
  /** Tells whoever follows the run. The line waits for others. */
  readonly warn: (text: string) => void;
  /** Resolves when all that was noted is in the cluster. Throws as `LinesWriter`. */
  readonly flush: () => Promise<void>;
  /** Aborted when nothing more can be written; the reason is the error. */
  readonly broken: AbortSignal;
}

interface JournalRules {
  /** The name of the journal in messages. */
  readonly name: string;
  /** How long lines may wait for others, in milliseconds. */
  readonly pauseMs: () => number;
  /** Items that may have a copy. */
  readonly copied: Iterable<string>;
}

/** Enough lines to be packed well. In bytes of JSON. */
const LUMP = 2 * 1024 * 1024;
/** More than this waits in the callers, so that memory does not grow while the API server is away. */
const MOST_WAITING = 2 * LUMP;

/** Lines that share the next write. */
interface Lump {
  readonly texts: string[];
  size: number;
  /** Writes them without waiting for more. */
  readonly hurry: AbortController;
  readonly written: Promise<void>;
}

/**
 * Makes a journal. A line that has to be durable before an act is written at once, and its `note` resolves then: a command that
 * begins in a keeper, a copy that is made, the row after which a copy is deleted. `note` of any other line resolves at once, and
 * the line waits for others: after a crash it is found out again.
 */
export function openClusterJournal(
  io: Pick<Io, 'sleep'>,
  writer: LinesWriter,
  { name, pauseMs, copied }: JournalRules,
): ClusterJournal {
  const isUrgent = trackUrgency(copied);
  const broken = new AbortController();
  let next: Lump | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;
  const begin = (): Lump => {
    const [texts, hurry] = [[] as string[], new AbortController()];
    const write = async (): Promise<void> => {
      await io.sleep(pauseMs(), hurry.signal).catch(() => undefined); // in a hurry
      await before;
      next = undefined;
      broken.signal.throwIfAborted();
      await writer.write(texts);
    };
    const before = last;
    const written = write();
    last = written.catch((error: unknown) => broken.abort(toError(error)));
    return { texts, size: 0, hurry, written };
  };
  const flush = async (): Promise<void> => {
    next?.hurry.abort();
    await last;
    broken.signal.throwIfAborted();
  };
  const note = (...lines: readonly FleetLine[]): Promise<void> => {
    // The next worker finds out what this one does not tell any more.
    if (isClosed) return new Promise(() => undefined);
    const lump = (next ??= begin());
    add(lump, lines);
    const mustWait = lines.map(isUrgent).includes(true);
    if (mustWait || lump.size > LUMP) lump.hurry.abort();
    return mustWait || lump.size > MOST_WAITING ? lump.written : Promise.resolve();
  };
  return {
    path: name,
    broken: broken.signal,
    note,
    warn: (text) => void note({ kind: 'warning', text }).catch(() => undefined), // `broken` tells
    flush,
    close: async () => {
      isClosed = true;
      await flush();
    },
    remove: () => Promise.resolve(), // the cluster does, with the Job
  };
}

function add(lump: Lump, lines: readonly FleetLine[]): void {
  const texts = lines.map((line) => JSON.stringify(line));
  lump.texts.push(...texts);
  for (const { length } of texts) lump.size += length;
}

/** Whether a line has to be durable before its caller goes on. */
function trackUrgency(copied: Iterable<string>): (line: FleetLine) => boolean {
  const mayHaveCopy = new Set(copied);
  return (line) => {
    if (line.kind === 'copying') mayHaveCopy.add(line.container);
    if (line.kind === 'row') return mayHaveCopy.delete(line.id);
    return line.kind === 'copying' || line.kind === 'exec';
  };
}
