import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';

/** What a pcap stream says of all its packets. */
export interface PcapHeader {
  /** A `LINKTYPE_` number of https://www.tcpdump.org/linktypes.html. */
  readonly linkType: number;
  /** How many bytes of a packet are kept at most. */
  readonly snapLength: number;
  /** Times are in units of 10 to the power of minus this many seconds: 6 or 9. */
  readonly timeDigits: number;
}

/** A packet as it was seen. */
export interface PcapPacket {
  /** Since 1970, in units of the header. */
  readonly time: bigint;
  /** What was kept of it. */
  readonly bytes: Buffer;
  /** How long it was. */
  readonly originalLength: number;
}

/** Takes what is read; nothing is called after an error. */
export interface PcapListeners {
  /** Called once, before the packets. */
  readonly onHeader: (header: PcapHeader) => void;
  readonly onPacket: (packet: PcapPacket) => void;
}

/** Reads a stream in pieces. */
export interface PcapReader {
  /** Throws a `CliError` if this is no capture or a packet exceeds its bound. */
  readonly read: (bytes: Buffer) => void;
  /** How many bytes of a packet, or of the header, have come whose rest has not. */
  readonly heldBytes: () => number;
}

/** How the numbers of a stream are written. */
interface Format {
  readonly isLittleEndian: boolean;
  readonly timeDigits: number;
}

/** By the first four bytes, in hexadecimal. */
const FORMATS: Readonly<Record<string, Format>> = {
  a1b2c3d4: { isLittleEndian: false, timeDigits: 6 },
  d4c3b2a1: { isLittleEndian: true, timeDigits: 6 },
  a1b23c4d: { isLittleEndian: false, timeDigits: 9 },
  '4d3cb2a1': { isLittleEndian: true, timeDigits: 9 },
};
const MAGIC_BYTES = 4;
const HEADER_BYTES = 24;
const RECORD_BYTES = 16;
const MAJOR_VERSION = 2;
/** The other bits of that field tell of checksums at the end of frames. */
const LINK_TYPE_BITS = 0xffff;

/**
 * Reads pcap (draft-ietf-opsawg-pcap) as tcpdump writes it, in either byte order, with micro- or nanoseconds. Packets are
 * handed on as soon as they are whole, and nothing is kept of them.
 */
export function createPcapReader({ onHeader, onPacket }: PcapListeners): PcapReader {
  let held = Buffer.alloc(0);
  let format: Format | undefined;
  const takeAll = (bytes: Buffer): number => {
    let at = 0;
    if (format === undefined) {
      const read = readHeader(bytes);
      if (read === undefined) return 0;
      format = read.format;
      onHeader(read.header);
      at = HEADER_BYTES;
    }
    for (;;) {
      const record = readRecord(bytes, at, format);
      if (record === undefined) return at;
      onPacket(record.packet);
      at = record.end;
    }
  };
  return {
    read: (bytes) => {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      held = Buffer.from(all.subarray(takeAll(all)));
    },
    heldBytes: () => held.length,
  };
}

/** undefined if more has to come. */
function readHeader(bytes: Buffer): { readonly header: PcapHeader; readonly format: Format } | undefined {
  if (bytes.length < MAGIC_BYTES) return undefined;
  const magic = bytes.toString('hex', 0, MAGIC_BYTES);
  const format = FORMATS[magic];
  if (format === undefined) throw garbled(`it begins with the bytes ${magic}`);
  if (bytes.length < HEADER_BYTES) return undefined;
  const major = number16(bytes, 4, format);
  if (major !== MAJOR_VERSION) throw garbled(`it is pcap of version ${major}`);
  const snapLength = number32(bytes, 16, format);
  const linkType = number32(bytes, 20, format) & LINK_TYPE_BITS;
  return { format, header: { linkType, snapLength, timeDigits: format.timeDigits } };
}

/** The packet at a place; undefined if more has to come. */
function readRecord(
  bytes: Buffer,
  at: number,
  format: Format,
): { readonly packet: PcapPacket; readonly end: number } | undefined {
  const start = at + RECORD_BYTES;
  if (bytes.length < start) return undefined;
  const perSecond = 10 ** format.timeDigits;
  const fraction = number32(bytes, at + 4, format);
  const length = number32(bytes, at + 8, format);
  if (fraction >= perSecond) throw garbled('the time of a packet makes no sense');
  if (length > BOUNDS.packet.most) throw tooLarge('packet', 'a packet from tcpdump');
  const end = start + length;
  if (bytes.length < end) return undefined;
  const time = BigInt(number32(bytes, at, format)) * BigInt(perSecond) + BigInt(fraction);
  return {
    packet: { time, bytes: bytes.subarray(start, end), originalLength: number32(bytes, at + 12, format) },
    end,
  };
}

function number16(bytes: Buffer, at: number, { isLittleEndian }: Format): number {
  return isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
}

function number32(bytes: Buffer, at: number, { isLittleEndian }: Format): number {
  return isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

function garbled(why: string): CliError {
  return new CliError('capture-failed', `what tcpdump wrote is no capture: ${why}`, {
    hint: 'its image may have another program of this name; try the tcpdump of another image (--image)',
  });
}
