import { RECORD_MARK } from '../../pod/containers/envelope.ts';

/** What the records say of a command that has ended. */
export interface CommandEnd {
  readonly exitCode: number;
  /** `missing`: the image does not have the program; `denied`: the program cannot be executed. */
  readonly found: 'ok' | 'missing' | 'denied';
  /** How long the command ran, if the envelope has measured it. */
  readonly durationMs?: number;
}

/** Takes the records of an envelope out of the output. */
export interface Records {
  /** Returns what to show of these bytes; holds back what may begin a record. */
  readonly read: (channel: Channel, bytes: Buffer) => Buffer;
  /** Returns what is held back, once: at the end of the stream it is no record. */
  readonly rest: (channel: Channel) => Buffer;
  /** Whether the command was started. */
  readonly hasStarted: () => boolean;
  /** Whether the shell of the envelope is process 1; false until the record of the start has come. */
  readonly isFirst: () => boolean;
  /** undefined until both streams are known to be complete. */
  readonly end: () => CommandEnd | undefined;
}

type Channel = 'stdout' | 'stderr';

/** What tells the records of an envelope from other text. */
export interface RecordSecret {
  /** undefined if the first record, at the very beginning of the output, tells it. */
  readonly secret: string | undefined;
  /** The streams that end with a record; a terminal has one stream. */
  readonly streams: readonly Channel[];
  /** Whether the records have to prove all of the output, which needs the record of the start as well as those of the end. */
  readonly fromStart: boolean;
}

const MARK = Buffer.from(RECORD_MARK);
const LINE_FEED = 10;
/** No record is longer. It bounds how much text is held back that only begins like a record. */
const MAX_RECORD_BYTES = 128;
/** The secret of no record: after other output there is no first record to learn it from. */
const NOBODYS = '';
const START = /^start (\S+)( first)?\r?\n$/;
const END = /^(stdout|stderr) (\S+) (\d{1,3}) (ok|missing|denied)(?: (\d{1,9}))?\r?\n$/;

/**
 * Reads records from output in pieces of any size. A record counts for the stream that it names, as a log has both streams in
 * one. Text of the command that looks like a record does not have the secret, and is output.
 */
export function readRecords(asked: RecordSecret): Records {
  const book = openBook(asked);
  const held = { stdout: NOTHING, stderr: NOTHING };
  const read = (channel: Channel, bytes: Buffer): Buffer => {
    const shown: Buffer[] = [];
    let rest = held[channel].length === 0 ? bytes : Buffer.concat([held[channel], bytes]);
    held[channel] = NOTHING;
    while (rest.length > 0 && !book.isOver()) {
      const at = findMark(rest);
      if (at > 0) book.sawOutput();
      shown.push(rest.subarray(0, at));
      rest = rest.subarray(at);
      const length = book.take(rest);
      if (length === undefined) {
        held[channel] = Buffer.from(rest);
        break;
      }
      // Text that only begins like a record may have a record in it.
      if (length === 0) shown.push(rest.subarray(0, 1));
      rest = rest.subarray(Math.max(length, 1));
    }
    const [only = NOTHING] = shown;
    return shown.length === 1 ? only : Buffer.concat(shown);
  };
  return {
    read,
    rest: (channel) => {
      const left = held[channel];
      held[channel] = NOTHING;
      return left;
    },
    hasStarted: book.hasStarted,
    isFirst: book.isFirst,
    end: book.end,
  };
}

const NOTHING: Buffer = Buffer.alloc(0);

/** What the records have said so far. */
interface RecordBook extends Pick<Records, 'hasStarted' | 'isFirst' | 'end'> {
  /** How many of these bytes, which begin with the mark, are a record: 0 for none, undefined if more are needed to tell. */
  readonly take: (bytes: Buffer) => number | undefined;
  /** Says that output has come. */
  readonly sawOutput: () => void;
  /** Whether all records have come, so that all that follows is output. */
  readonly isOver: () => boolean;
}

function openBook({ secret: known, streams, fromStart }: RecordSecret): RecordBook {
  let secret = known;
  let isStarted = false;
  let isFirst = false;
  const ends = new Map<string, CommandEnd>();
  const isOver = (): boolean => (isStarted || !fromStart) && streams.every((stream) => ends.has(stream));
  const isOurs = (line: string): boolean => {
    const [, started, first] = START.exec(line) ?? [];
    secret ??= started;
    if (started !== undefined && started === secret) {
      isStarted = true;
      isFirst = first !== undefined;
      return true;
    }
    const [, stream = '', bearer, exitCode, found, hundredths] = END.exec(line) ?? [];
    if (bearer === undefined || bearer !== secret) return false;
    ends.set(stream, {
      exitCode: Number(exitCode),
      found: found as CommandEnd['found'],
      ...(hundredths !== undefined && { durationMs: Number(hundredths) * 10 }),
    });
    return true;
  };
  return {
    isOver,
    take: (bytes) => {
      if (bytes.length === 0) return 0;
      // Bounded, so that many marks do not take time by the square of their number.
      const length = bytes.subarray(0, MAX_RECORD_BYTES).indexOf(LINE_FEED) + 1;
      if (length === 0 && bytes.length < MAX_RECORD_BYTES) return undefined;
      return length > 0 && isOurs(textBehindMark(bytes.subarray(0, length))) ? length : 0;
    },
    sawOutput: () => (secret ??= NOBODYS),
    hasStarted: () => isStarted,
    isFirst: () => isFirst,
    // One shell has written both, so both say the same.
    end: () => (isOver() ? ends.values().next().value : undefined),
  };
}

/** The secret in the first record; undefined if the bytes do not begin with a record. */
export function readStart(bytes: Buffer): string | undefined {
  const line = bytes.subarray(0, bytes.indexOf(LINE_FEED) + 1);
  return START.exec(textBehindMark(line))?.[1];
}

/** The offset of the first mark, or of the beginning of one at the end of the bytes; else their length. */
function findMark(bytes: Buffer): number {
  const whole = bytes.indexOf(MARK);
  if (whole !== -1) return whole;
  for (let at = bytes.indexOf(MARK[0] ?? 0, Math.max(0, bytes.length - MARK.length + 1)); at !== -1;) {
    if (MARK.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return at;
    at = bytes.indexOf(MARK[0] ?? 0, at + 1);
  }
  return bytes.length;
}

function textBehindMark(line: Buffer): string {
  return line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length).toString('latin1') : '';
}
