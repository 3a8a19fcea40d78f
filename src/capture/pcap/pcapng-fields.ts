/** Everything in a block begins at a multiple of this. */
const ALIGNMENT = 4;
/** The length of an option has 16 bits. */
const LONGEST_OPTION = 0xffff;
const END_OF_OPTIONS = Buffer.alloc(4);

/** A block with its options, in little endian; its length stands before and after it. */
export function block(type: number, fields: Buffer, options: readonly Buffer[]): Buffer {
  const given = options.filter(({ length }) => length > 0);
  const end = given.length > 0 ? END_OF_OPTIONS : Buffer.alloc(0);
  const body = Buffer.concat([padded(fields), ...given, end]);
  const length = body.length + 12;
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeUInt32LE(type, 0);
  bytes.writeUInt32LE(length, 4);
  body.copy(bytes, 8);
  bytes.writeUInt32LE(length, length - 4);
  return bytes;
}

/** An option; what is longer than one can be is cut off. */
export function option(code: number, value: Buffer): Buffer {
  const kept = value.subarray(0, LONGEST_OPTION);
  const head = Buffer.alloc(4);
  head.writeUInt16LE(code, 0);
  head.writeUInt16LE(kept.length, 2);
  return Buffer.concat([head, padded(kept)]);
}

/** An option with a text in UTF-8 after `before`; nothing for an empty one. */
export function textOption(code: number, text: string | undefined, before = Buffer.alloc(0)): Buffer {
  return text === undefined || text === ''
    ? Buffer.alloc(0)
    : option(code, Buffer.concat([before, Buffer.from(text)]));
}

/** An option with a number of 64 bits. */
export function numberOption(code: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value), 0);
  return option(code, bytes);
}

/** A time: the upper half of its 64 bits, then the lower one, each in little endian. */
export function timeBytes(time: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(Number((time >> 32n) & 0xffff_ffffn), 0);
  bytes.writeUInt32LE(Number(time & 0xffff_ffffn), 4);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  const missing = (ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}
