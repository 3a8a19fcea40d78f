import { constants, deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib';
import { DICTIONARY } from './dictionary.ts';

export type Headers = Readonly<Record<string, string>>;

/** A zlib stream names its dictionary if this bit of its second byte is set (RFC 1950 §2.2). */
const HAS_DICTIONARY = 0x20;
/** A block ends at a byte, and all before it can be decoded. */
const finishFlush = constants.Z_SYNC_FLUSH;

/**
 * The header blocks of one connection: in each direction, all of them are one zlib stream. Each block is handled alone, with what
 * came before it as its dictionary.
 */
export class HeaderCodec {
  /** What the other side's blocks can refer to; undefined before the first one. */
  private history: Buffer | undefined;
  private hasSent = false;

  /** Decodes the next block of the other side. */
  decode(block: Buffer): Headers {
    const hasDictionary = (block.readUInt8(1) & HAS_DICTIONARY) !== 0;
    const isFirst = this.history === undefined;
    const before = this.history ?? (hasDictionary ? DICTIONARY : Buffer.alloc(0));
    const raw = isFirst ? block.subarray(hasDictionary ? 6 : 2) : block;
    const plain = inflateRawSync(raw, { finishFlush, ...(before.length > 0 && { dictionary: before }) });
    this.history = Buffer.concat([before, plain]).subarray(-32 * 1024);
    return parsePairs(plain);
  }

  /** The next block of ours, for an answer without headers. */
  encodeNone(): Buffer {
    const block = this.hasSent ? NEXT_NONE : FIRST_NONE;
    this.hasSent = true;
    return block;
  }
}

const NONE = Buffer.alloc(4);
const FIRST_NONE = deflateSync(NONE, { dictionary: DICTIONARY, finishFlush });
const NEXT_NONE = deflateRawSync(NONE, { finishFlush });

function parsePairs(block: Buffer): Headers {
  const texts: string[] = [];
  for (let at = 4; at < block.length;) {
    const length = block.readUInt32BE(at);
    texts.push(block.toString('latin1', at + 4, at + 4 + length));
    at += 4 + length;
  }
  const names = texts.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [name, texts[2 * index + 1] ?? '']));
}
