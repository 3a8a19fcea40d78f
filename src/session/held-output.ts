import type { Streams } from './merged-splice.ts';
import type { Output } from './output.ts';

/** Output of an attach while it is not known what was printed before it. */
export interface HeldOutput {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** All that came since the attach. */
  readonly snapshot: () => Streams;
  readonly heldBytes: () => number;
  /** Shows what was missed, and what was held back; all that comes from then on is shown at once. */
  readonly release: (missed: Streams) => void;
  /** Drops what was held back, and all that comes: somebody else has the truth. */
  readonly discard: () => void;
}

export const NOTHING_MISSED: Streams = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

/** Output that came, in the order of its arrival. */
export interface Arrivals {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  readonly snapshot: () => Streams;
  readonly bytes: () => number;
  /** Hands all of it over, and keeps nothing. */
  readonly take: () => readonly { readonly channel: 'stdout' | 'stderr'; readonly bytes: Buffer }[];
}

/** Keeps what comes. */
export function keepArrivals(): Arrivals {
  let kept: { readonly channel: 'stdout' | 'stderr'; readonly bytes: Buffer }[] = [];
  let keptBytes = 0;
  const only = (wanted: 'stdout' | 'stderr'): Buffer =>
    Buffer.concat(kept.filter(({ channel }) => channel === wanted).map(({ bytes }) => bytes));
  return {
    accept: (channel, bytes) => {
      kept.push({ channel, bytes });
      keptBytes += bytes.length;
    },
    snapshot: () => ({ stdout: only('stdout'), stderr: only('stderr') }),
    bytes: () => keptBytes,
    take: () => {
      const taken = kept;
      kept = [];
      keptBytes = 0;
      return taken;
    },
  };
}

/** Makes the holder of a session's output that shows nothing before it is known what came first. */
export function makeHeldOutput(output: Output): HeldOutput {
  let state: 'holding' | 'open' | 'discarding' = 'holding';
  const arrivals = keepArrivals();
  return {
    accept: (channel, bytes) => {
      if (state === 'open') output.write(channel, bytes);
      if (state === 'holding') arrivals.accept(channel, bytes);
    },
    snapshot: arrivals.snapshot,
    heldBytes: arrivals.bytes,
    release: ({ stdout, stderr }) => {
      if (state !== 'holding') return;
      state = 'open';
      if (stdout.length > 0) output.write('stdout', stdout);
      if (stderr.length > 0) output.write('stderr', stderr);
      arrivals.take().forEach(({ channel, bytes }) => output.write(channel, bytes));
    },
    discard: () => {
      state = 'discarding';
      arrivals.take();
    },
  };
}
