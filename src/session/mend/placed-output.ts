import type { CatchUp } from '../gap/read-outage-gap.ts';
import { keepArrivals } from '../gap/arrivals.ts';
import type { Mending } from './mending.ts';

/** Output of a new stream, which waits until it is known what came before it. */
export interface PlacedOutput {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** All that has come, both channels in the order of their arrival. */
  readonly attached: () => Buffer;
  /** Whether more has come than is held in memory. */
  readonly hasTooMuch: () => boolean;
  /** Shows what was missed, then what has come; all that comes later is shown at once. */
  readonly release: (missed: CatchUp) => void;
}

/** Holds the output of a new stream back. */
export function holdUntilPlaced({ memory, listeners }: Pick<Mending, 'memory' | 'listeners'>): PlacedOutput {
  const held = keepArrivals();
  let isPlaced = false;
  const show = (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
    memory.accept(channel, bytes);
    listeners.onOutput(channel, bytes);
  };
  return {
    accept: (channel, bytes) => {
      if (isPlaced) show(channel, bytes);
      else held.accept(channel, bytes);
    },
    attached: held.inOrder,
    hasTooMuch: () => !held.isInMemory(),
    release: (missed) => {
      isPlaced = true;
      if (missed.kind === 'found') {
        memory.restart(missed.start, missed.unfinished);
        if (missed.missed.length > 0) listeners.onOutput('stdout', missed.missed);
      } else memory.restart({ from: undefined, isExact: false }, Buffer.alloc(0));
      held.handOver(show);
      held.forget();
    },
  };
}
