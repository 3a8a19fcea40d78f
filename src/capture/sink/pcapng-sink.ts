import type { PodRef } from '../../pod/types.ts';
import { VERSION } from '../../version.ts';
import type { PacketCounts } from '../captured.ts';
import { createPcapReader, type PcapHeader, type PcapReader } from '../pcap/pcap-reader.ts';
import {
  captureTime,
  interfaceBlock,
  packetBlock,
  sectionBlock,
  statisticsBlock,
} from '../pcap/pcapng-blocks.ts';
import type { Limit } from './limit.ts';
import type { ByteWriter, CaptureSink, PodSink } from './packet-sink.ts';

/** What a sink of packets needs. */
interface PcapngWish {
  readonly writer: ByteWriter;
  readonly limit: Limit;
  readonly now: () => Date;
}

/** A described interface of the file: the packets of a pod that have one link type. */
interface Described {
  readonly index: number;
  readonly timeDigits: number;
  readonly startTime: bigint;
  /** Of all runs that have ended. */
  counts: PacketCounts | undefined;
}

/** The file while it is written. */
interface PcapngFile extends PcapngWish {
  readonly described: Map<string, Described>;
  /** Blocks of the output that is being read. */
  readonly pending: Buffer[];
}

const NONE: PacketCounts = { captured: 0, received: 0, dropped: 0 };

/**
 * Makes a sink that writes one pcapng, with an interface for each pod, named as the pod, and its counts at the end. Each write
 * has whole blocks, so that a file can be read whenever the writing ends.
 */
export function makePcapngSink(wish: PcapngWish): CaptureSink {
  const file: PcapngFile = { ...wish, described: new Map(), pending: [] };
  return {
    open: (pod) => makePodSink(file, pod),
    finish: async () => {
      const blocks = [...file.described.values()].map((each) => endOf(file, each));
      if (blocks.length > 0) await wish.writer.write(Buffer.concat(blocks));
    },
  };
}

function makePodSink(file: PcapngFile, pod: PodRef): PodSink {
  let reader: PcapReader | undefined;
  let current: Described | undefined;
  let packets = 0;
  return {
    begin: (filter) => {
      reader = createPcapReader({
        onHeader: (header) => (current = describe(file, { pod, header, filter })),
        onPacket: (packet) => {
          if (current === undefined) return;
          const block = packetBlock({ ...packet, interfaceIndex: current.index });
          if (!file.limit.admit(block.length)) return;
          packets += 1;
          file.pending.push(block);
        },
      });
    },
    take: (bytes) => {
      reader?.read(bytes);
      const blocks = file.pending.splice(0);
      return blocks.length === 0 ? undefined : file.writer.write(Buffer.concat(blocks));
    },
    packets: () => packets,
    count: (counts) => {
      if (current !== undefined) current.counts = addCounts(current.counts, counts);
    },
  };
}

/** The counts of two runs of tcpdump together. */
export function addCounts(one: PacketCounts | undefined, other: PacketCounts): PacketCounts {
  const { captured, received, dropped } = one ?? NONE;
  return {
    captured: captured + other.captured,
    received: received + other.received,
    dropped: dropped + other.dropped,
  };
}

interface Begun {
  readonly pod: PodRef;
  readonly header: PcapHeader;
  readonly filter: string;
}

/** The interface of a run, which it shares with earlier runs in its pod. */
function describe(file: PcapngFile, { pod, header, filter }: Begun): Described {
  const { namespace, name } = pod;
  const { linkType, snapLength, timeDigits } = header;
  const key = `${namespace}/${name}/${linkType}/${timeDigits}`;
  const known = file.described.get(key);
  if (known !== undefined) return known;
  const index = file.described.size;
  const described = { index, timeDigits, startTime: captureTime(file.now(), timeDigits), counts: undefined };
  const blocks = [
    ...(index === 0 ? [sectionBlock({ application: `kubectl-debug ${VERSION}` })] : []),
    interfaceBlock({
      name: `${namespace}/${name}`,
      ...(filter !== '' && { filter }),
      linkType,
      snapLength,
      timeDigits,
    }),
  ];
  file.described.set(key, described);
  file.pending.push(...blocks);
  file.limit.spend(Buffer.concat(blocks).length, endBlock(file, described).length);
  return described;
}

function endOf(file: PcapngFile, described: Described): Buffer {
  const block = endBlock(file, described);
  file.limit.spend(block.length, -block.length);
  return block;
}

function endBlock({ now }: PcapngFile, { index, timeDigits, startTime, counts }: Described): Buffer {
  return statisticsBlock({
    interfaceIndex: index,
    startTime,
    endTime: captureTime(now(), timeDigits),
    counts: counts ?? NONE,
  });
}
