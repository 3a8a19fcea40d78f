import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { setOwnField } from './own-field.ts';

/** A position in the bytes of a message. See https://protobuf.dev/programming-guides/encoding/ */
export interface MessageReader {
  readonly bytes: Buffer;
  at: number;
  /** How many more messages are allowed: a small message takes a hundred times its length in memory. */
  messagesLeft: number;
}

/** A field of a message by its name in JSON. Unknown fields are skipped. */
export interface Field {
  readonly name: string;
  readonly read: (reader: MessageReader) => unknown;
  /** For repeated fields: whether the value is an item of a list or an entry of a map. */
  readonly adds?: 'item' | 'entry';
}

/** The known fields of a message by number. */
export type Fields = Readonly<Record<number, Field>>;

type Message = Record<string, unknown>;

const HIGH = 2 ** 32;

/** A signed integer of up to 64 bits; exact up to 2^53. */
export function integer(reader: MessageReader): number {
  const first = reader.bytes[reader.at];
  // Fast path: nearly every tag and length is one byte.
  if (first !== undefined && first < 0x80) {
    reader.at += 1;
    return first;
  }
  return longInteger(reader);
}

function longInteger(reader: MessageReader): number {
  let low = 0;
  let high = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = reader.bytes[reader.at];
    if (byte === undefined) break;
    reader.at += 1;
    const part = byte & 0x7f;
    if (shift <= 28) low |= part << shift;
    if (shift === 28) high = part >> 4;
    if (shift > 28) high |= part << (shift - 32);
    if (byte < 0x80) return high * HIGH + (low >>> 0);
  }
  throw new Error('a number does not end');
}

export function flag(reader: MessageReader): boolean {
  return integer(reader) !== 0;
}

/** The end of a length-delimited value. */
function endOf(reader: MessageReader): number {
  const length = integer(reader);
  const end = reader.at + length;
  if (length < 0 || end > reader.bytes.length) throw new Error('a field is cut off');
  return end;
}

export function bytes(reader: MessageReader): Buffer {
  const end = endOf(reader);
  const found = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return found;
}

export function text(reader: MessageReader): string {
  const end = endOf(reader);
  const found = reader.bytes.toString('utf8', reader.at, end);
  reader.at = end;
  return found;
}

const SKIP: Readonly<Record<number, (reader: MessageReader) => void>> = {
  0: (reader) => void integer(reader),
  1: (reader) => void (reader.at += 8),
  2: (reader) => void (reader.at = endOf(reader)),
  5: (reader) => void (reader.at += 4),
};

function skip(reader: MessageReader, wireType: number): void {
  const pass = SKIP[wireType];
  if (pass === undefined) throw new Error(`a field is of the unknown kind ${wireType}`);
  pass(reader);
}

/** Adds a value to a repeated field. A map entry is a message with a key and a value. */
const ADD: Readonly<Record<NonNullable<Field['adds']>, (before: unknown, value: unknown) => unknown>> = {
  item: (before, value) => {
    if (!Array.isArray(before)) return [value];
    const items: unknown[] = before;
    items.push(value);
    return items;
  },
  entry: (before, value) => {
    const { key, value: of } = isMessage(value) ? value : {};
    // Changed in place: copying a large map for each entry takes quadratic time.
    const entries = isMessage(before) ? before : {};
    setOwnField(entries, typeof key === 'string' ? key : '', of ?? '');
    return entries;
  },
};

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null;
}

/** A type of message. */
interface Kind {
  readonly fields: Fields;
  /** Makes the message's default value. */
  readonly makeEmpty: () => Message;
}

function readFields(reader: MessageReader, end: number, { fields, makeEmpty }: Kind): Message {
  reader.messagesLeft -= 1;
  if (reader.messagesLeft < 0) throw tooLarge('messages', 'an answer of the API server in protobuf');
  const message = makeEmpty();
  while (reader.at < end) {
    const tag = integer(reader);
    const field = fields[tag >>> 3];
    if (field === undefined) {
      skip(reader, tag & 7);
      continue;
    }
    const value = field.read(reader);
    message[field.name] = field.adds === undefined ? value : ADD[field.adds](message[field.name], value);
  }
  if (reader.at > end) throw new Error('a field is longer than its message');
  return message;
}

/** A nested message; `makeEmpty` makes its default value. */
export function message(
  fields: Fields,
  makeEmpty: () => Message = () => ({}),
): (reader: MessageReader) => Readonly<Message> {
  const kind: Kind = { fields, makeEmpty };
  return (reader) => readFields(reader, endOf(reader), kind);
}

/** Reads a whole message. Throws an Error that says what is wrong, and `too-large`. */
export function readMessage(source: Buffer, fields: Fields): Readonly<Message> {
  const reader = { bytes: source, at: 0, messagesLeft: BOUNDS.messages.most };
  return readFields(reader, source.length, { fields, makeEmpty: () => ({}) });
}
