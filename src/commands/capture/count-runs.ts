import type { PacketCounts } from '../../capture/captured.ts';
import { addCounts } from '../../capture/sink/pcapng-sink.ts';
import type { PodSink } from '../../capture/sink/packet-sink.ts';

/** The sink of a pod, and what tcpdump has counted there. */
export interface CountedSink {
  readonly sink: PodSink;
  /** Of all runs; undefined if none has told its counts. */
  readonly counts: () => PacketCounts | undefined;
}

/** Adds up the counts of all runs of tcpdump in a pod: a lost connection begins another one. */
export function countRuns(sink: PodSink): CountedSink {
  let total: PacketCounts | undefined;
  return {
    sink: {
      ...sink,
      count: (counts) => {
        sink.count(counts);
        total = addCounts(total, counts);
      },
    },
    counts: () => total,
  };
}
