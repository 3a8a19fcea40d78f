import type { PacketCounts } from '../captured.ts';
import { block, numberOption, option, textOption, timeBytes } from './pcapng-fields.ts';

/** The beginning of a pcapng file. */
export interface Section {
  /** The program that writes it, with its version. */
  readonly application: string;
  readonly os?: string | undefined;
  readonly hardware?: string | undefined;
}

/** Where packets of one kind come from. The first one in a file has the index 0. */
export interface CaptureInterface {
  /** For people, as `shop/web-1`. */
  readonly name: string;
  readonly description?: string | undefined;
  /** In the words of tcpdump. */
  readonly filter?: string | undefined;
  /** As in `PcapHeader`. */
  readonly linkType: number;
  readonly snapLength: number;
  readonly timeDigits: number;
}

/** A packet of an interface. */
export interface CapturedPacket {
  readonly interfaceIndex: number;
  /** Since 1970, in units of its interface. */
  readonly time: bigint;
  readonly bytes: Buffer;
  readonly originalLength: number;
}

/** How an interface was captured. */
export interface CaptureStatistics {
  readonly interfaceIndex: number;
  /** Since 1970, in units of the interface. */
  readonly startTime: bigint;
  readonly endTime: bigint;
  readonly counts: PacketCounts;
}

/** Types of blocks and codes of options of draft-ietf-opsawg-pcapng. */
const BLOCK = { section: 0x0a0d0d0a, interface: 1, statistics: 5, packet: 6 } as const;
const SECTION_OPTION = { hardware: 2, os: 3, application: 4 } as const;
const INTERFACE_OPTION = { name: 2, description: 3, timeDigits: 9, filter: 11 } as const;
const STATISTICS_OPTION = {
  startTime: 2,
  endTime: 3,
  received: 4,
  dropped: 5,
  accepted: 6,
  delivered: 8,
} as const;

const BYTE_ORDER_MAGIC = 0x1a2b3c4d;
const VERSION = { major: 1, minor: 0 } as const;
/** Readers then look for the end themselves. */
const UNKNOWN_LENGTH = -1n;
/** Before the text of a filter: it is one of libpcap. */
const LIBPCAP_FILTER = Buffer.from([0]);

/** The block that begins a file. */
export function sectionBlock({ application, os, hardware }: Section): Buffer {
  const fields = Buffer.alloc(16);
  fields.writeUInt32LE(BYTE_ORDER_MAGIC, 0);
  fields.writeUInt16LE(VERSION.major, 4);
  fields.writeUInt16LE(VERSION.minor, 6);
  fields.writeBigInt64LE(UNKNOWN_LENGTH, 8);
  return block(BLOCK.section, fields, [
    textOption(SECTION_OPTION.hardware, hardware),
    textOption(SECTION_OPTION.os, os),
    textOption(SECTION_OPTION.application, application),
  ]);
}

/** Describes an interface; comes before the packets of it. */
export function interfaceBlock(described: CaptureInterface): Buffer {
  const { name, description, filter, linkType, snapLength, timeDigits } = described;
  const fields = Buffer.alloc(8);
  fields.writeUInt16LE(linkType, 0);
  fields.writeUInt32LE(snapLength, 4);
  return block(BLOCK.interface, fields, [
    textOption(INTERFACE_OPTION.name, name),
    textOption(INTERFACE_OPTION.description, description),
    option(INTERFACE_OPTION.timeDigits, Buffer.from([timeDigits])),
    textOption(INTERFACE_OPTION.filter, filter, LIBPCAP_FILTER),
  ]);
}

/** One packet: an enhanced packet block. */
export function packetBlock({ interfaceIndex, time, bytes, originalLength }: CapturedPacket): Buffer {
  const fields = Buffer.alloc(20);
  fields.writeUInt32LE(interfaceIndex, 0);
  timeBytes(time).copy(fields, 4);
  fields.writeUInt32LE(bytes.length, 12);
  fields.writeUInt32LE(originalLength, 16);
  return block(BLOCK.packet, Buffer.concat([fields, bytes]), []);
}

/**
 * Ends the packets of an interface. What tcpdump calls received is what passed the filter; as dumpcap does, it is also given as
 * what the interface received, which programs show.
 */
export function statisticsBlock({ interfaceIndex, startTime, endTime, counts }: CaptureStatistics): Buffer {
  const fields = Buffer.alloc(12);
  fields.writeUInt32LE(interfaceIndex, 0);
  timeBytes(endTime).copy(fields, 4);
  return block(BLOCK.statistics, fields, [
    option(STATISTICS_OPTION.startTime, timeBytes(startTime)),
    option(STATISTICS_OPTION.endTime, timeBytes(endTime)),
    numberOption(STATISTICS_OPTION.received, counts.received),
    numberOption(STATISTICS_OPTION.dropped, counts.dropped),
    numberOption(STATISTICS_OPTION.accepted, counts.received),
    numberOption(STATISTICS_OPTION.delivered, counts.captured),
  ]);
}

/** A moment in the units of an interface, for `statisticsBlock`. */
export function captureTime(moment: Date, timeDigits: number): bigint {
  return BigInt(moment.getTime()) * BigInt(10 ** (timeDigits - 3));
}
