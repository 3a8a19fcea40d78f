/** Bits of a frame's flags; the same for data and control frames. */
const FIN = 0x01;

/** The types of control frames (SPDY/3.1 §2.6). */
export const CONTROL = {
  synStream: 1,
  synReply: 2,
  rstStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  headers: 8,
  windowUpdate: 9,
} as const;

/** Every frame begins with a head of this many bytes. */
export const HEAD_BYTES = 8;
const CONTROL_BIT = 0x8000_0000;
const VERSION = 3;
/** The status of a RST_STREAM by the side that no longer needs the stream. */
const CANCEL = 5;

/** The head of a frame. */
export type FrameHead =
  | {
      readonly kind: 'data';
      readonly streamId: number;
      readonly isLast: boolean;
      readonly length: number;
    }
  | {
      readonly kind: 'control';
      readonly version: number;
      readonly type: number;
      readonly isLast: boolean;
      readonly length: number;
    };

/** Decodes the first `HEAD_BYTES` bytes of a frame. */
export function decodeHead(bytes: Buffer): FrameHead {
  const word = bytes.readUInt32BE(0);
  const isLast = (bytes.readUInt8(4) & FIN) !== 0;
  const length = bytes.readUIntBE(5, 3);
  if (word < CONTROL_BIT) return { kind: 'data', streamId: word, isLast, length };
  return { kind: 'control', version: (word >>> 16) & 0x7fff, type: word & 0xffff, isLast, length };
}

function controlFrame(type: number, flags: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(CONTROL_BIT + VERSION * 0x1_0000 + type, 0);
  head.writeUInt32BE(flags * 0x100_0000 + payload.length, 4);
  return Buffer.concat([head, payload]);
}

/** Numbers of 32 bits. */
function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}

/** Opens a stream; `isLast` if nothing will be sent on it. */
export function encodeSynStream(
  { streamId, isLast }: { readonly streamId: number; readonly isLast: boolean },
  headerBlock: Buffer,
): Buffer {
  // No associated stream, the highest priority, no credential slot.
  const payload = Buffer.concat([words(streamId, 0), Buffer.alloc(2), headerBlock]);
  return controlFrame(CONTROL.synStream, isLast ? FIN : 0, payload);
}

/** Ends a stream in both directions at once. */
export function encodeRstStream(streamId: number): Buffer {
  return controlFrame(CONTROL.rstStream, 0, words(streamId, CANCEL));
}

/** Asks for an answer, or answers with the same id. */
export function encodePing(id: number): Buffer {
  return controlFrame(CONTROL.ping, 0, words(id));
}

/** The longest payload of a data frame that this side sends; a side reads a frame as a whole. */
export const LONGEST_DATA = 256 * 1024;

/** One data frame of at most `LONGEST_DATA` bytes; `isLast` ends our direction of the stream. */
export function encodeData(streamId: number, chunks: readonly Buffer[], isLast: boolean): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32BE(streamId, 0);
  head.writeUInt32BE((isLast ? FIN * 0x100_0000 : 0) + length, 4);
  return Buffer.concat([head, ...chunks], HEAD_BYTES + length);
}
