import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';

/** Says before a session with a terminal that stdin is none, or that the session is recorded. */
export function sayAboutTerminal(
  io: Io,
  { tty, notes }: { readonly tty: boolean; readonly notes: Notes },
): void {
  if (!tty) return;
  // Word for word from kubectl.
  if (!io.terminal.hasInput)
    notes.warn('Unable to use a TTY - input is not a terminal or the right kind of file');
  // The runtime writes all that a terminal shows, echoed input included, to the container's log.
  else notes.note('the log of the debug container records what you type and see in this session');
}
