import { BOUNDS } from '../../errors/bounds.ts';
import { printable } from '../../output/printable.ts';
import type { PodRef } from '../../pod/types.ts';
import type { Limit } from './limit.ts';
import type { ByteWriter, CaptureSink, PodSink } from './packet-sink.ts';

const LINE_FEED = 0x0a;

/** What a sink of lines needs. */
interface LinesWish {
  readonly writer: ByteWriter;
  readonly limit: Limit;
  /** Whether each line begins with the name of its pod. */
  readonly isNamed: boolean;
}

/** Makes a sink for the lines of `tcpdump -l`: one a packet, each written as soon as it is whole. */
export function makeLinesSink(wish: LinesWish): CaptureSink {
  return {
    open: (pod) => makePodSink(wish, wish.isNamed ? `${nameOf(pod)}: ` : ''),
    finish: () => Promise.resolve(),
  };
}

function nameOf({ namespace, name }: PodRef): string {
  return `${namespace}/${name}`;
}

function makePodSink({ writer, limit }: LinesWish, prefix: string): PodSink {
  let unfinished: readonly Buffer[] = [];
  let unfinishedBytes = 0;
  let packets = 0;
  const show = (line: string): string => {
    // tcpdump prints one when it is ended, in case it had begun a line.
    if (line === '') return '';
    const text = `${prefix}${printable(line)}\n`;
    const size = Buffer.byteLength(text);
    // A line that is indented belongs to the packet of the line before it.
    if (/^\s/.test(line)) {
      if (limit.reached() !== undefined) return '';
      limit.spend(size);
      return text;
    }
    if (!limit.admit(size)) return '';
    packets += 1;
    return text;
  };
  const cutLines = (bytes: Buffer): string => {
    let shown = '';
    let begin = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, begin)) {
      shown += show(Buffer.concat([...unfinished, bytes.subarray(begin, end)]).toString());
      unfinished = [];
      unfinishedBytes = 0;
      begin = end + 1;
    }
    const rest = bytes.subarray(begin);
    if (rest.length === 0) return shown;
    unfinished = [...unfinished, Buffer.from(rest)];
    unfinishedBytes += rest.length;
    return unfinishedBytes > BOUNDS.packetLine.most ? shown + cutLines(Buffer.from('\n')) : shown;
  };
  return {
    begin: () => {
      unfinished = [];
      unfinishedBytes = 0;
    },
    take: (bytes) => {
      const shown = cutLines(bytes);
      return shown === '' ? undefined : writer.write(Buffer.from(shown));
    },
    packets: () => packets,
    count: () => undefined,
  };
}
