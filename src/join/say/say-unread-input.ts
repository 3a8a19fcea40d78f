import type { Connected } from '../connected.ts';

/**
 * Says that what is in the pipe or file on stdin is not passed on, where a session does not read it; whether it said
 * so. Nothing is said of a terminal or of a stdin that is empty.
 *
 * @param more what is to be known of it, or what to do about it
 */
export async function sayUnreadInput(
  { io, notes }: Pick<Connected, 'io' | 'notes'>,
  isRead: boolean,
  // In a loop of a shell it is the list that the loop reads, which the first command would take.
  more = '; add -i only if it is meant for it',
): Promise<boolean> {
  if (isRead || io.terminal.hasInput || !(await io.hasUnreadInput())) return false;
  notes.note(`stdin is not passed to the command${more}`);
  return true;
}
