import type { Command, NamedSummary } from '../command.ts';
import type { HelpRequest } from '../program-words.ts';

/** What a call asks about. */
export interface HelpCall {
  /** The name by which the user called the program. */
  readonly programName: string;
  /** The command, or that of a call that names none. */
  readonly command: Command;
  readonly isNamed: boolean;
  /** The aliases of the user. */
  readonly aliases: readonly NamedSummary[];
  readonly wish: HelpRequest;
  /** The words behind `help`, without the name of a command. */
  readonly topics: readonly string[];
  /** Whether the word `help` was typed instead of the flag. */
  readonly isWord: boolean;
}
