import { HAS_HISTORY, markEnds, MARK_WORDS, UNSEEN } from './prompt-marks.ts';

/** A piece of what a shell prints. */
export type MarkedPart =
  | { readonly kind: 'text'; readonly bytes: Buffer }
  /** A prompt begins; the command before has ended with this code, in this folder. */
  | {
      readonly kind: 'begin';
      readonly exitCode: number | undefined;
      readonly folder: string;
      /** Whether the shell tells what is entered. */
      readonly hasHistory: boolean;
    }
  /** A command was entered, as the history has it, with its number there. */
  | { readonly kind: 'entered'; readonly number: number; readonly line: string }
  /** A prompt for another line of the same command begins. */
  | { readonly kind: 'more' }
  /** A prompt has ended: what follows is the command line. dash has no editor, so the terminal shows keys as they come. */
  | { readonly kind: 'end'; readonly hasEditor: boolean };

/** Takes marks out of output. */
export interface MarkSplitter {
  /** The parts of these bytes in order; may hold back the beginning of a mark. */
  readonly read: (bytes: Buffer) => readonly MarkedPart[];
  /** What is held back, which was no mark. */
  readonly rest: () => Buffer;
}

/** A longer mark is shown as it comes: a path has at most 4096 bytes, and nobody types a longer command. */
const MOST_MARK_BYTES = 64 * 1024;
const NONE = Buffer.alloc(0);

/** Splits the output of a shell whose marks have this secret, in pieces of any size. */
export function splitMarks(secret: string): MarkSplitter {
  const { start, end } = markEnds(secret);
  let held = NONE;
  return {
    read: (bytes) => {
      const parts: MarkedPart[] = [];
      let rest = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = NONE;
      for (;;) {
        const from = rest.indexOf(start);
        const to = from < 0 ? -1 : rest.indexOf(end, from + start.length);
        if (to < 0) break;
        const words = rest.toString('utf8', from + start.length, to);
        const { before, after, isPrinted } = outside(rest, from, to + end.length);
        if (before.length > 0) parts.push({ kind: 'text', bytes: before });
        parts.push(readMark(words, !isPrinted));
        rest = after;
      }
      const at = heldFrom(rest, start);
      held = Buffer.from(rest.subarray(at));
      if (at > 0) parts.push({ kind: 'text', bytes: rest.subarray(0, at) });
      return parts;
    },
    rest: () => {
      const bytes = held;
      held = NONE;
      return bytes;
    },
  };
}

/** The bytes on both sides of a mark, without what dash prints around it. */
function outside(bytes: Buffer, from: number, to: number) {
  const { before, after } = UNSEEN;
  const begin = from - before.length;
  const isPrinted =
    begin >= 0 &&
    bytes.toString('latin1', begin, from) === before &&
    bytes.toString('latin1', to, to + after.length) === after;
  return isPrinted
    ? { before: bytes.subarray(0, begin), after: bytes.subarray(to + after.length), isPrinted }
    : { before: bytes.subarray(0, from), after: bytes.subarray(to), isPrinted };
}

/** Where a mark may have begun that is not whole yet; the length if there is none. */
function heldFrom(bytes: Buffer, start: string): number {
  const from = bytes.indexOf(start);
  if (from >= 0) return bytes.length - from > MOST_MARK_BYTES ? bytes.length : from;
  for (let length = Math.min(start.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.toString('latin1', bytes.length - length) === start.slice(0, length))
      return bytes.length - length;
  return bytes.length;
}

function readMark(words: string, hasEditor: boolean): MarkedPart {
  const [word, code = '', history, ...folder] = words.split(';');
  if (word === MARK_WORDS.end) return { kind: 'end', hasEditor };
  if (word === MARK_WORDS.more) return { kind: 'more' };
  if (word === MARK_WORDS.entered) return readEntered(words);
  const exitCode = /^\d{1,3}$/.test(code) ? Number(code) : undefined;
  return { kind: 'begin', exitCode, folder: folder.join(';'), hasHistory: history === HAS_HISTORY };
}

/** A line of `history`: a number, a star if the entry was changed, and the command. */
function readEntered(words: string): MarkedPart {
  const [, number = '0', line = ''] = /^d;\s*(\d+)\*?\s{1,2}([^]*)$/.exec(words) ?? [];
  return { kind: 'entered', number: Number(number), line };
}
