import type { Output } from '../../session/local/output.ts';

/** What is kept of a line that comes in pieces, in bytes. */
const MAX_LINE = 256;

/** What to listen for, and on which streams. */
export interface Sought {
  readonly channels: readonly ('stdout' | 'stderr')[];
  /** Whether it is in these lines, the last of which may go on. */
  readonly isIn: (text: string) => boolean;
}

/** An output that is listened to. */
export interface HeardText {
  /** The same output. */
  readonly output: Output;
  readonly wasHeard: () => boolean;
}

/** The same output, in which something is listened for, in each stream for itself; it may come in pieces. */
export function hearText(output: Output, { channels, isIn }: Sought): HeardText {
  let wasHeard = false;
  const begun = { stdout: '', stderr: '' };
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        if (!wasHeard && channels.includes(channel)) {
          const text = begun[channel] + bytes.toString('latin1');
          wasHeard = isIn(text);
          begun[channel] = text.slice(text.lastIndexOf('\n') + 1).slice(-MAX_LINE);
        }
        output.write(channel, bytes);
      },
    },
    wasHeard: () => wasHeard,
  };
}
