/** What a pcapng file says, as far as tests look at it. */
export interface PcapngFile {
  /** The names of the interfaces, in their order. */
  readonly interfaces: readonly string[];
  /** The index of the interface of each packet. */
  readonly packets: readonly number[];
  /** What is told of each interface at the end. */
  readonly statistics: readonly { readonly index: number; readonly dropped: bigint }[];
}

const BLOCK = { section: 0x0a0d0d0a, interface: 1, statistics: 5, packet: 6 } as const;

interface Block {
  readonly type: number;
  readonly body: Buffer;
}

/** Reads pcapng in little-endian order (draft-ietf-opsawg-pcapng). Throws for a block that is not whole. */
export function readPcapng(bytes: Buffer): PcapngFile {
  const blocks = [...blocksOf(bytes)];
  if (blocks[0]?.type !== BLOCK.section) throw new Error('no section begins the file');
  const ofType = (type: number): readonly Buffer[] =>
    blocks.filter((block) => block.type === type).map(({ body }) => body);
  return {
    interfaces: ofType(BLOCK.interface).map((body) => optionOf(body.subarray(8), 2).toString()),
    packets: ofType(BLOCK.packet).map((body) => body.readUInt32LE(0)),
    statistics: ofType(BLOCK.statistics).map((body) => ({
      index: body.readUInt32LE(0),
      dropped: optionOf(body.subarray(12), 5).readBigUInt64LE(),
    })),
  };
}

function* blocksOf(bytes: Buffer): Generator<Block> {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    if (bytes.readUInt32LE(at + length - 4) !== length) throw new Error(`a block at ${at} is not whole`);
    yield { type: bytes.readUInt32LE(at), body: bytes.subarray(at + 8, at + length - 4) };
    at += length;
  }
}

function optionOf(bytes: Buffer, code: number): Buffer {
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16LE(at + 2);
    if (bytes.readUInt16LE(at) === code) return bytes.subarray(at + 4, at + 4 + length);
    at += 4 + Math.ceil(length / 4) * 4;
  }
  throw new Error(`no option ${code}`);
}
