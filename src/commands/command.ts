import type { ErrorKind } from '../errors/error-kinds.ts';
import type { Flag } from '../flags/flag.ts';

/** A call that works, and what it does. */
export interface Example {
  readonly does: string;
  /** What is typed behind the program's name. */
  readonly args: string;
}

/** A word that may come first, and what it stands for; the texts are printable. */
export interface NamedSummary {
  readonly name: string;
  readonly summary: string;
}

/** The commands that a command line can name. */
export type CommandName = 'debug' | 'attach' | 'pods' | 'audit' | 'check' | 'stop' | 'completion';

/** All that the program knows of a command before its code is loaded. */
export interface Command extends NamedSummary {
  readonly name: CommandName;
  /** How to call it, without the program's name. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** Beside the global ones. */
  readonly flags: readonly Flag[];
  /** undefined: a bug of ours. */
  readonly exitCodeOf: (kind: ErrorKind | undefined) => number;
}
