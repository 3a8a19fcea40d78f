import { drawnText } from '../../errors/drawn-text.ts';
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
  /** The first unfinished line; empty if none has come. */
  let prompt = '';
  const arrivals = keepArrivals();
  const showLate = (): void => {
    if (late === undefined || isFullScreen()) return;
    // Between two prompts a command runs, or the shell has ended: earlier lines would come amid its output, or below.
    if (isTerminal && prompt !== '' && !looksLikePrompt(prompt, drawnOf(line))) return;
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
    const earlier = prompt !== '' ? stdout.subarray(0, stdout.lastIndexOf('\n') + 1) : stdout;
    if (earlier.length > 0) late = earlier;
    showLate();
  };
  return {
    accept: (channel, bytes) => {
      if (isDiscarding) return;
      output.write(channel, bytes);
      line = lineAfter(line, bytes);
      if (!isFullScreen()) prompt ||= drawnOf(line);
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

function drawnOf(line: Buffer): string {
  return drawnText(line.toString());
}

/**
 * Whether this line begins or ends as the first unfinished line did, as the folder in a prompt may be another one; or as prompts
 * end, as the first unfinished line may have been a part of a greeting.
 */
function looksLikePrompt(first: string, line: string): boolean {
  return line !== '' && (line.startsWith(first) || line.endsWith(first.slice(-2)) || /[#$%>] $/.test(line));
}

/** Returns the unfinished line that the terminal shows after these bytes; of a long one, only its end. */
export function lineAfter(line: Buffer, bytes: Buffer): Buffer<ArrayBuffer> {
  const start = bytes.lastIndexOf('\n') + 1;
  const rest = start === 0 ? Buffer.concat([line, bytes]) : Buffer.from(bytes.subarray(start));
  return rest.length > MAX_LINE_BYTES ? rest.subarray(-MAX_LINE_BYTES) : rest;
}

const MAX_LINE_BYTES = 4096;
