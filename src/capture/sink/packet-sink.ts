import type { PodRef } from '../../pod/types.ts';
import type { PacketCounts } from '../captured.ts';

/** What takes the output of tcpdump in one pod. */
export interface PodSink {
  /** A run of tcpdump begins with this filter, which may be empty: its output starts anew. */
  readonly begin: (filter: string) => void;
  /** Takes output; a promise asks for no more until it resolves. Throws `output-failed`, and what `createPcapReader` throws. */
  readonly take: (bytes: Buffer) => Promise<void> | undefined;
  /** How many packets of the pod were written. */
  readonly packets: () => number;
  /** What tcpdump counted in a run, at its end. */
  readonly count: (counts: PacketCounts) => void;
}

/** What takes the packets of all pods. */
export interface CaptureSink {
  readonly open: (pod: PodRef) => PodSink;
  /** Writes what belongs at the end. Throws `output-failed`. */
  readonly finish: () => Promise<void>;
}

/** Takes bytes in order. */
export interface ByteWriter {
  /** Resolves when there is room for more. Throws `output-failed`, and the signal's reason when it is aborted. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Releases what is held. Call it in every case. */
  readonly close: () => Promise<void>;
}
