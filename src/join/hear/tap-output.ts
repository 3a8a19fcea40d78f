import type { Output } from '../../session/local/output.ts';

/** Hears what a session prints, in the pieces in which it comes. */
export type Listener = Output['write'];

/** The same output, of which every piece goes to the listeners as well. */
export function tapOutput(output: Output, listeners: readonly Listener[]): Output {
  return {
    ...output,
    write: (channel, bytes) => {
      for (const hear of listeners) hear(channel, bytes);
      output.write(channel, bytes);
    },
  };
}
