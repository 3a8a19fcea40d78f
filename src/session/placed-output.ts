import type { CatchUp } from './catch-up.ts';
import type { Mending } from './mending.ts';

/** Output of a new stream, which waits until it is known what came before it. */
export interface PlacedOutput {
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** All that has come, both channels in the order of their arrival. */
  readonly attached: () => Buffer;
  /** Shows what was missed, then what has come; all that comes later is shown at once. */
  readonly release: (missed: CatchUp) => void;
}

/** Holds the output of a new stream back. */
export function holdUntilPlaced({ memory, listeners }: Pick<Mending, 'memory' | 'listeners'>): PlacedOutput {
  let held: { readonly channel: 'stdout' | 'stderr'; readonly bytes: Buffer }[] | undefined = [];
  const show = (channel: 'stdout' | 'stderr', bytes: Buffer): void => {
    memory.accept(channel, bytes);
    listeners.onOutput(channel, bytes);
  };
  return {
    accept: (channel, bytes) => {
      if (held === undefined) show(channel, bytes);
      else held.push({ channel, bytes });
    },
    attached: () => Buffer.concat((held ?? []).map(({ bytes }) => bytes)),
    release: (missed) => {
      const waiting = held ?? [];
      held = undefined;
      if (missed.kind === 'found') {
        memory.restart(missed.start, missed.unfinished);
        if (missed.missed.length > 0) listeners.onOutput('stdout', missed.missed);
      } else memory.restart({ from: undefined, isExact: false }, Buffer.alloc(0));
      waiting.forEach(({ channel, bytes }) => show(channel, bytes));
    },
  };
}
