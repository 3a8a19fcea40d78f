/** A zlib stream without a preset dictionary, which readers that have one accept (RFC 1950 §2.2). */
const ZLIB_START = Buffer.of(0x78, 0x01);
/** An empty stored block. A reader hands out what came before it (RFC 1951 §3.2.4, as zlib's sync flush). */
const FLUSH = Buffer.of(0x00, 0x00, 0x00, 0xff, 0xff);

/**
 * Makes the header blocks of one connection, in the order in which they are sent: all of them are one zlib stream. They are
 * stored, not compressed, which any reader takes. Names are in lower case.
 */
export function makeHeaderBlocks(): (headers: Readonly<Record<string, string>>) => Buffer {
  let start = ZLIB_START;
  return (headers) => {
    const block = Buffer.concat([start, stored(encodePairs(headers)), FLUSH]);
    start = Buffer.alloc(0);
    return block;
  };
}

function encodePairs(headers: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(headers);
  return Buffer.concat([lengthOf(pairs.length), ...pairs.flat().flatMap(withLength)]);
}

function withLength(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  return [lengthOf(bytes.length), bytes];
}

function lengthOf(length: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** One stored block: shorter than 64 KiB, as our few short headers are. */
function stored(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}
