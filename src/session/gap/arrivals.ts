import { BOUNDS } from '../../errors/bounds.ts';
import { openSpillFile, type SpillFile } from '../local/spill-file.ts';

/** Output of one stream. */
export interface Arrival {
  readonly channel: 'stdout' | 'stderr';
  readonly bytes: Buffer;
}

/** Output in the order of its arrival; beyond a bound it waits on the disk. */
export interface Arrivals {
  readonly accept: (channel: Arrival['channel'], bytes: Buffer) => void;
  /** Returns what is in memory, by stream. */
  readonly snapshot: () => Streams;
  /** Whether all of it is in memory. */
  readonly isInMemory: () => boolean;
  readonly bytes: () => number;
  /** Hands over all of it in order, and forgets what was on the disk. */
  readonly handOver: (to: (channel: Arrival['channel'], bytes: Buffer) => void) => void;
  /** Forgets all of it. */
  readonly forget: () => void;
}

/** How much is read from the disk at once. */
const READ_BYTES = 1024 * 1024;

/** Makes an empty store for output. */
export function keepArrivals(mostInMemory: number = BOUNDS.heldOutput.most): Arrivals {
  let kept: Arrival[] = [];
  let keptBytes = 0;
  const onDisk = keepOnDisk();
  /** What came once the disk was full. */
  let behind: Arrival[] = [];
  let behindBytes = 0;
  const only = (wanted: Arrival['channel']): Buffer =>
    joined(kept.filter(({ channel }) => channel === wanted));
  return {
    accept: (channel, bytes) => {
      if (onDisk.bytes() === 0 && keptBytes + bytes.length <= mostInMemory) {
        kept.push({ channel, bytes });
        keptBytes += bytes.length;
      } else if (behindBytes > 0 || !onDisk.accept({ channel, bytes })) {
        behind.push({ channel, bytes });
        behindBytes += bytes.length;
      }
    },
    snapshot: () => ({ stdout: only('stdout'), stderr: only('stderr') }),
    isInMemory: () => onDisk.bytes() + behindBytes === 0,
    bytes: () => keptBytes + onDisk.bytes() + behindBytes,
    handOver: (to) => {
      for (const { channel, bytes } of kept) to(channel, bytes);
      onDisk.handOver(to);
      for (const { channel, bytes } of behind) to(channel, bytes);
      behind = [];
      behindBytes = 0;
    },
    forget: () => {
      behind = [];
      behindBytes = 0;
      kept = [];
      keptBytes = 0;
      onDisk.forget();
    },
  };
}

function joined(arrivals: readonly Arrival[]): Buffer {
  return Buffer.concat(arrivals.map(({ bytes }) => bytes));
}

interface OnDisk extends Pick<Arrivals, 'bytes' | 'handOver' | 'forget'> {
  /** Returns false when the disk does not take it. */
  readonly accept: (arrival: Arrival) => boolean;
}

function keepOnDisk(): OnDisk {
  let file: SpillFile | undefined;
  let runs: { readonly channel: Arrival['channel']; bytes: number }[] = [];
  let waiting = 0;
  const forget = (): void => {
    file?.close();
    file = undefined;
    runs = [];
    waiting = 0;
  };
  return {
    bytes: () => waiting,
    accept: ({ channel, bytes }) => {
      try {
        file ??= openSpillFile();
        file.append(bytes);
      } catch {
        return false; // no disk, or a full one: the caller keeps the bytes in memory
      }
      const last = runs.at(-1);
      if (last?.channel === channel) last.bytes += bytes.length;
      else runs.push({ channel, bytes: bytes.length });
      waiting += bytes.length;
      return true;
    },
    handOver: (to) => {
      for (const run of runs)
        while (run.bytes > 0) {
          const bytes = file?.take(Math.min(run.bytes, READ_BYTES)) ?? Buffer.alloc(0);
          if (bytes.length === 0) break;
          run.bytes -= bytes.length;
          to(run.channel, bytes);
        }
      forget();
    },
    forget,
  };
}

/** What an attach has brought of each stream, or what it has missed. */
export interface Streams {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}
