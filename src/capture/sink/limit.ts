/** How much is captured at most, in all pods together. */
export interface LimitWish {
  readonly packets: number | undefined;
  readonly maxBytes: number | undefined;
}

/** Which bound ended a capture. */
export type ReachedBound = 'packets' | 'size';

/** Counts what is written, and says when it is enough. */
export interface Limit {
  /** Counts a packet that takes so many bytes; false if it is one too many, so that it must not be written. */
  readonly admit: (bytes: number) => boolean;
  /** Counts bytes around the packets, which are written in any case; `later` are written at the end. */
  readonly spend: (bytes: number, later?: number) => void;
  readonly packets: () => number;
  readonly bytes: () => number;
  readonly reached: () => ReachedBound | undefined;
}

/** Makes the counter of a capture. It calls `onReached` once, as soon as nothing more is admitted. */
export function makeLimit({ packets: most, maxBytes }: LimitWish, onReached: () => void): Limit {
  let packets = 0;
  let bytes = 0;
  let reserved = 0;
  let reached: ReachedBound | undefined;
  const reach = (bound: ReachedBound): void => {
    if (reached !== undefined) return;
    reached = bound;
    onReached();
  };
  return {
    admit: (size) => {
      if (reached === undefined && maxBytes !== undefined && bytes + reserved + size > maxBytes)
        reach('size');
      if (reached !== undefined) return false;
      packets += 1;
      bytes += size;
      if (packets === most) reach('packets');
      return true;
    },
    spend: (size, later = 0) => {
      bytes += size;
      reserved += later;
    },
    packets: () => packets,
    bytes: () => bytes,
    reached: () => reached,
  };
}
