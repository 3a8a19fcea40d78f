import type { Connected } from '../connected.ts';

/**
 * Says that the pipe or file on stdin is not passed to the command, if it is not empty and the session does not read it.
 * Returns whether it has said so. `more` ends the sentence.
 */
export async function sayUnreadInput(
  { io, notes }: Pick<Connected, 'io' | 'notes'>,
  isRead: boolean,
  // Not "add -i" alone: stdin may be the list that a shell loop reads, which the first command would swallow.
  more = '; add -i only if it is meant for it',
): Promise<boolean> {
  if (isRead || io.terminal.hasInput || !(await io.hasUnreadInput())) return false;
  notes.note(`stdin is not passed to the command${more}`);
  return true;
}
