import type { ErrorKind } from '../errors/error-kinds.ts';
import type { Flag } from '../flags/flag.ts';

/** An example call, and what it does. */
export interface Example {
  readonly does: string;
  /** What to type after the name of the program. */
  readonly args: string;
}

/** A word that may come first, and its meaning; both texts are printable. */
export interface NamedSummary {
  readonly name: string;
  readonly summary: string;
}

/** The commands that a command line can name. */
export type CommandName =
  | 'debug'
  | 'attach'
  | 'pods'
  | 'audit'
  | 'check'
  | 'stop'
  | 'cp'
  | 'snapshot'
  | 'forward'
  | 'capture'
  | 'completion';

/** What the program knows about a command before it loads the command's code. */
export interface Command extends NamedSummary {
  readonly name: CommandName;
  /** How to call it, without the name of the program. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** Without the global flags. */
  readonly flags: readonly Flag[];
  /** Hints for letters that are options of another tool with the same job, but no flags of this command. */
  readonly habits?: Readonly<Record<string, string>>;
  /** The exit code after a failure of this kind; undefined is a bug of ours. */
  readonly exitCodeOf: (kind: ErrorKind | undefined) => number;
}
