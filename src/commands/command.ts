import type { ErrorKind } from '../errors/error-kinds.ts';
import type { CommandInput, Flag } from '../flags/flag.ts';
import type { Io } from '../io.ts';

/** What a command's own file exports. */
export interface CommandModule {
  /** Carries the command out and returns its exit code; a `CliError` that it throws is shown by the program. */
  readonly run: (io: Io, input: CommandInput) => Promise<number>;
}

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

/** All that the program knows of a command before its code is loaded. */
export interface Command extends NamedSummary {
  /** How to call it, without the program's name. */
  readonly usage: string;
  readonly examples: readonly Example[];
  /** Beside the global ones. */
  readonly flags: readonly Flag[];
  /** undefined: a bug of ours. */
  readonly exitCodeOf: (kind: ErrorKind | undefined) => number;
  readonly load: () => Promise<CommandModule>;
}
