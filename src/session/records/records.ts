import { RECORD_MARK } from '../../pod/containers/envelope.ts';

/** What the envelope of a command says once the command has ended. */
export interface CommandEnd {
  readonly exitCode: number;
  /** `missing`: the image has no such program; `denied`: it is none that may be executed. */
  readonly found: 'ok' | 'missing' | 'denied';
  /** How long the command ran, where the envelope has measured it. */
  readonly durationMs?: number;
}

/** Takes the records of an envelope out of the output. */
export interface Records {
  /** What is left to show of these bytes. What may be the beginning of a record waits for the next ones. */
  readonly read: (channel: Channel, bytes: Buffer) => Buffer;
  /** What still waits: no record, if nothing more comes. Each call hands it out once. */
  readonly rest: (channel: Channel) => Buffer;
  /** Whether the command was started. */
  readonly hasStarted: () => boolean;
  /** undefined until both streams are known to be complete. */
  readonly end: () => CommandEnd | undefined;
}

type Channel = 'stdout' | 'stderr';

/** What tells the records of one envelope from any other text. */
export interface RecordSecret {
  /** Undefined where the first record is to tell it, which nothing comes before. */
  readonly secret: string | undefined;
  /** The streams that have a record; a terminal has one stream. */
  readonly streams: readonly Channel[];
  /** Whether all of the output is to be proven: a record of the end proves nothing to who has missed that of the start. */
  readonly fromStart: boolean;
}

const MARK = Buffer.from(RECORD_MARK);
const LINE_FEED = 10;
/** No record is longer, so that a text which only begins like one is not held back for ever. In bytes. */
const MAX_RECORD_BYTES = 128;
/** Where output comes first there is no envelope that could have a secret. */
const NOBODYS = '';
const START = /^start (\S+)\r?\n$/;
const END = /^(stdout|stderr) (\S+) (\d{1,3}) (ok|missing|denied)(?: (\d{1,9}))?\r?\n$/;

/**
 * Reads records from output in whatever pieces it comes. A log has both streams in one, so that a record counts for the
 * stream which it names. What a command prints that looks like a record has not its secret, and is output.
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
      // What only begins like a record may hold the beginning of one.
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
    end: book.end,
  };
}

const NOTHING: Buffer = Buffer.alloc(0);

/** What the records have told so far. */
interface RecordBook extends Pick<Records, 'hasStarted' | 'end'> {
  /** How many bytes are a record, of bytes that begin like one, or none: 0 for none, undefined while that is open. */
  readonly take: (bytes: Buffer) => number | undefined;
  /** Something came that is no record. */
  readonly sawOutput: () => void;
  /** Whether all records are there, so that nothing counts any more. */
  readonly isOver: () => boolean;
}

function openBook({ secret: known, streams, fromStart }: RecordSecret): RecordBook {
  let secret = known;
  let isStarted = false;
  const ends = new Map<string, CommandEnd>();
  const isOver = (): boolean => (isStarted || !fromStart) && streams.every((stream) => ends.has(stream));
  const isOurs = (line: string): boolean => {
    const [, started] = START.exec(line) ?? [];
    secret ??= started;
    if (started !== undefined && started === secret) {
      isStarted = true;
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
      // No further, as each mark would look through all that follows it.
      const length = bytes.subarray(0, MAX_RECORD_BYTES).indexOf(LINE_FEED) + 1;
      if (length === 0 && bytes.length < MAX_RECORD_BYTES) return undefined;
      return length > 0 && isOurs(textBehindMark(bytes.subarray(0, length))) ? length : 0;
    },
    sawOutput: () => (secret ??= NOBODYS),
    hasStarted: () => isStarted,
    // One shell wrote both, so that they say the same.
    end: () => (isOver() ? ends.values().next().value : undefined),
  };
}

/** The secret that the first record tells; undefined where the bytes begin with none. */
export function readStart(bytes: Buffer): string | undefined {
  const line = bytes.subarray(0, bytes.indexOf(LINE_FEED) + 1);
  return START.exec(textBehindMark(line))?.[1];
}

/** Where a mark begins, or may begin at the end of the bytes; their length where none does. */
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
