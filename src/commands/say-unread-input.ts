import type { Connected } from './join-container.ts';

/**
 * Says that what is in the pipe or file on stdin is not passed on, where a session does not read it; whether it said
 * so. Nothing is said of a terminal or of a stdin that is empty.
 *
 * @param why what is to be known of it, or what to do about it
 */
export async function sayUnreadInput(
  { io, notes }: Pick<Connected, 'io' | 'notes'>,
  isRead: boolean,
  why = '-i passes it on',
): Promise<boolean> {
  if (isRead || io.terminal.hasInput || !(await io.hasUnreadInput())) return false;
  notes.note(`the command does not get what comes on stdin: ${why}`);
  return true;
}
