import type { Io } from '../io.ts';

/** Ends the line of a remote prompt, so that our next message on stderr starts a new one. */
export function endLine(io: Io, { tty }: { readonly tty: boolean }): void {
  if (tty && io.terminal.hasErrors) io.stderr.write('\n');
}
