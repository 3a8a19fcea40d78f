import type { Listener } from './tap-output.ts';

/** How much of an unfinished line is kept, in bytes. */
const MAX_LINE = 256;

/** What to listen for, and on which streams. */
export interface Sought {
  readonly channels: readonly ('stdout' | 'stderr')[];
  /** Whether it is in these lines, the last of which may be unfinished. */
  readonly isIn: (text: string) => boolean;
}

/** A listener for a text. */
export interface HeardText {
  readonly hear: Listener;
  readonly wasHeard: () => boolean;
}

/** Listens for a text in each stream by itself; the text may come in pieces. */
export function hearText({ channels, isIn }: Sought): HeardText {
  let wasHeard = false;
  const begun = { stdout: '', stderr: '' };
  return {
    hear: (channel, bytes) => {
      if (wasHeard || !channels.includes(channel)) return;
      const text = begun[channel] + bytes.toString('latin1');
      wasHeard = isIn(text);
      begun[channel] = text.slice(text.lastIndexOf('\n') + 1).slice(-MAX_LINE);
    },
    wasHeard: () => wasHeard,
  };
}
