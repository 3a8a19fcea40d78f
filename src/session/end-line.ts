import type { Io } from '../io.ts';

/** Has what is said next on stderr start a line of its own, not behind the prompt of a remote terminal. */
export function endLine(io: Io, { tty }: { readonly tty: boolean }): void {
  if (tty && io.terminal.hasErrors) io.stderr.write('\n');
}
