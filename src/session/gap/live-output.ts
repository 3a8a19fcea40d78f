import { keepArrivals, type Streams } from './arrivals.ts';
import { NOTHING_MISSED, type HeldOutput } from './held-output.ts';
import type { Output } from '../local/output.ts';

/** A terminal that shows output at once. */
export interface Live {
  readonly output: Output;
  /** Whether the output understands control sequences. */
  readonly isTerminal: boolean;
  /** Whether a full-screen program has the screen. */
  readonly isFullScreen: () => boolean;
}

/** Clears the line of the cursor and all below it. */
export const CLEAR_LINE = '\r\x1b[J';

/**
 * Makes the output of a shell on a terminal. It is shown at once, as the shell redraws its prompt after the attach. Lines
 * from before the attach are shown above that prompt once they are known, and never into a full-screen program.
 */
export function makeLiveOutput({ output, isTerminal, isFullScreen }: Live): HeldOutput {
  let isKeeping = true;
  let isDiscarding = false;
  let late: Buffer | undefined;
  let line = Buffer.alloc(0);
  let hasPrompted = false;
  const arrivals = keepArrivals();
  const showLate = (): void => {
    // Between two prompts a command runs, or the shell has ended: earlier lines would come below its output.
    const isBetween = isTerminal && hasPrompted && line.length === 0;
    if (late === undefined || isFullScreen() || isBetween) return;
    output.write(
      'stdout',
      isTerminal && line.length > 0 ? Buffer.concat([Buffer.from(CLEAR_LINE), late, line]) : late,
    );
    late = undefined;
  };
  const release = ({ stdout }: Streams): void => {
    if (!isKeeping) return;
    isKeeping = false;
    arrivals.forget();
    // An unfinished line is the prompt, which the shell has redrawn.
    const earlier = hasPrompted ? stdout.subarray(0, stdout.lastIndexOf('\n') + 1) : stdout;
    if (earlier.length > 0) late = earlier;
    showLate();
  };
  return {
    accept: (channel, bytes) => {
      if (isDiscarding) return;
      output.write(channel, bytes);
      line = lineAfter(line, bytes);
      hasPrompted ||= line.length > 0;
      if (isKeeping) arrivals.accept(channel, bytes);
      showLate();
    },
    snapshot: arrivals.snapshot,
    heldBytes: arrivals.bytes,
    isWhole: () => true,
    release,
    releaseUnplaced: () => release(NOTHING_MISSED),
    discard: () => {
      isDiscarding = true;
      isKeeping = false;
      arrivals.forget();
    },
  };
}

/** Returns the unfinished line that the terminal shows after these bytes; of a long one, only its end. */
export function lineAfter(line: Buffer, bytes: Buffer): Buffer<ArrayBuffer> {
  const start = bytes.lastIndexOf('\n') + 1;
  const rest = start === 0 ? Buffer.concat([line, bytes]) : Buffer.from(bytes.subarray(start));
  return rest.length > MAX_LINE_BYTES ? rest.subarray(-MAX_LINE_BYTES) : rest;
}

const MAX_LINE_BYTES = 4096;
