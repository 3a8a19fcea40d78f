import type { Output } from './output.ts';

/** Output of an attach that waits for what was printed before it. */
export interface HeldOutput {
  /** Takes what arrives: kept while output is held back, written through afterwards. */
  readonly accept: (channel: 'stdout' | 'stderr', bytes: Buffer) => void;
  /** All that is held back, both channels in the order of their arrival. */
  readonly snapshot: () => Buffer;
  readonly heldBytes: () => number;
  /** Writes what was missed to stdout, then what was held back, and holds nothing from then on. */
  readonly release: (missed: Buffer) => void;
  /** Drops what was held back, and all that comes: somebody else has the truth. */
  readonly discard: () => void;
}

/** Makes the holder of a session's output, holding back already or letting all through at once. */
export function makeHeldOutput(output: Output, policy: 'hold' | 'live'): HeldOutput {
  let state: 'holding' | 'open' | 'discarding' = policy === 'hold' ? 'holding' : 'open';
  let held: { readonly channel: 'stdout' | 'stderr'; readonly bytes: Buffer }[] = [];
  let heldBytes = 0;
  const forget = (): void => {
    held = [];
    heldBytes = 0;
  };
  return {
    accept: (channel, bytes) => {
      if (state === 'open') output.write(channel, bytes);
      if (state !== 'holding') return;
      held.push({ channel, bytes });
      heldBytes += bytes.length;
    },
    snapshot: () => Buffer.concat(held.map(({ bytes }) => bytes)),
    heldBytes: () => heldBytes,
    release: (missed) => {
      if (state !== 'holding') return;
      state = 'open';
      if (missed.length > 0) output.write('stdout', missed);
      held.forEach(({ channel, bytes }) => output.write(channel, bytes));
      forget();
    },
    discard: () => {
      state = 'discarding';
      forget();
    },
  };
}
