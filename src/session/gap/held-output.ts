import { keepArrivals, type Streams } from './arrivals.ts';
import type { Output } from '../local/output.ts';

/** Output of a new attach, until it is known what was printed before it. */
export interface HeldOutput {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** Returns what came since the attach; all of it if `isWhole` says so. */
  readonly snapshot: () => Streams;
  readonly isWhole: () => boolean;
  readonly heldBytes: () => number;
  /** Shows what was missed, then what was held back; later output is shown at once. */
  readonly release: (missed: Streams) => void;
  /** Shows what was held back and all that comes. What was missed is not known, but may be found later. */
  readonly releaseUnplaced: () => void;
  /** Drops what was held back and all that comes. */
  readonly discard: () => void;
}

export const NOTHING_MISSED: Streams = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };

/** How much is remembered of output that was shown unplaced, beyond what was held back. */
const MAX_UNPLACED_BYTES = 1024 * 1024;

/** Holds output back until it is known what was printed before it. */
export function makeHeldOutput(output: Pick<Output, 'write'>): HeldOutput {
  let state: 'holding' | 'unplaced' | 'open' | 'discarding' = 'holding';
  const arrivals = keepArrivals();
  let isWhole = true;
  const remember = (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
    isWhole &&= state === 'holding' || arrivals.bytes() + bytes.length <= MAX_UNPLACED_BYTES;
    // All that is held back will be shown, whether it fits in memory or not.
    if (isWhole) arrivals.accept(channel, bytes);
  };
  const isAllThere = (): boolean => isWhole && arrivals.isInMemory();
  return {
    accept: (channel, bytes) => {
      if (state === 'holding' || state === 'unplaced') remember(channel, bytes);
      if (state === 'open' || state === 'unplaced') output.write(channel, bytes);
    },
    snapshot: () => (isAllThere() ? arrivals.snapshot() : wholeLines(arrivals.snapshot())),
    isWhole: isAllThere,
    heldBytes: arrivals.bytes,
    release: ({ stdout, stderr }) => {
      if (state !== 'holding') return;
      state = 'open';
      if (stdout.length > 0) output.write('stdout', stdout);
      if (stderr.length > 0) output.write('stderr', stderr);
      arrivals.handOver(output.write);
      arrivals.forget();
    },
    releaseUnplaced: () => {
      if (state !== 'holding') return;
      state = 'unplaced';
      isWhole = arrivals.isInMemory();
      arrivals.handOver(output.write);
    },
    discard: () => {
      state = 'discarding';
      arrivals.forget();
    },
  };
}

/** The log drops the CR of a CR LF, so bytes that end between the two fit nowhere. */
function wholeLines({ stdout, stderr }: Streams): Streams {
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  return { stdout: cut(stdout), stderr: cut(stderr) };
}
