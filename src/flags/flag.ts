import type { FlagGroup } from './flag-groups.ts';

/**
 * How a flag's text is read. `strings` may be repeated, and each text is split at commas; `texts` may be repeated and
 * is never split; `key-values` is pflag's stringToString.
 */
export type FlagKind = 'boolean' | 'string' | 'strings' | 'texts' | 'key-values' | 'integer' | 'duration';

/** One row of a table of flags. Parsing, help, completion, docs/flags.md and the man pages all use it. */
export interface Flag {
  readonly name: string;
  /** Under which heading help texts list it. */
  readonly group: FlagGroup;
  /** One letter. */
  readonly short?: string;
  readonly kind: FlagKind;
  /** As it would be typed. A boolean without a default is false. */
  readonly default?: string;
  /** Its text when it has no `=`; the next word is then never its value (pflag's NoOptDefVal). */
  readonly textWhenBare?: string;
  /** The name of its value in help texts, in capitals. */
  readonly placeholder?: string;
  readonly description: string;
  /** A flag of kubectl that this program accepts and ignores; help texts leave it out. */
  readonly hasNoEffect?: true;
  /** Its value is a positional argument, as if it were typed without the flag. */
  readonly isName?: true;
  /**
   * Whether the second name starts the command, so that it needs no `--`: `always`, or `by-letter` when the flag was
   * typed with one dash. This comes from the Image Exec proposal.
   */
  readonly startsCommand?: 'always' | 'by-letter';
  /** Set if `kubectl debug` lacks the flag: whether it changes the `object`, or only what this `call` does. */
  readonly ours?: 'object' | 'call';
}

/** Where the value of a flag was set, other than on the command line. */
export type FlagOrigin =
  /** The named set of flags that `--preset` chose. */
  | {
      readonly kind: 'preset';
      readonly name: string;
      /** The value that a file or the environment sets, which the preset goes before. */
      readonly replaced?: string;
    }
  | { readonly kind: 'environment'; readonly variable: string }
  /** The built-in default image, in another registry. */
  | { readonly kind: 'registry' }
  /** A config file; `path` leads to the value in it. */
  | { readonly kind: 'file'; readonly file: string; readonly path: readonly (string | number)[] };

/** The texts of a flag that was not typed, as they would be typed. */
export interface FlagDefault {
  readonly texts: readonly string[];
  readonly origin: FlagOrigin;
}

/** The texts of each typed flag, by name, in the order in which they were typed. */
export type FlagTexts = ReadonlyMap<string, readonly string[]>;

/** The parsed flags of one call. A name that no table declares is our bug and throws. */
export interface FlagValues {
  /** The value given, else the default, else undefined. */
  readonly string: (name: string) => string | undefined;
  readonly boolean: (name: string) => boolean;
  readonly integer: (name: string) => number | undefined;
  /** Milliseconds. */
  readonly duration: (name: string) => number | undefined;
  readonly strings: (name: string) => readonly string[];
  readonly keyValues: (name: string) => Readonly<Record<string, string>>;
  /** Whether a table of the command has the flag. */
  readonly declares: (name: string) => boolean;
  /** Whether the flag was typed, with any value (pflag's Changed). */
  readonly isGiven: (name: string) => boolean;
  /** Whether the flag was typed, or the config or the environment sets it. */
  readonly isSet: (name: string) => boolean;
  /** What set the flag; undefined if it was typed, or nothing set it. */
  readonly origin: (name: string) => FlagOrigin | undefined;
}

/** A parsed command line, as a command gets it. */
export interface CommandInput {
  readonly flags: FlagValues;
  /** The texts of the typed flags. */
  readonly texts: FlagTexts;
  /** Replaces the registry of an image that the program chooses; absent if the config replaces none. */
  readonly mirrored?: (image: string) => string;
  /** Positional arguments before `--`. */
  readonly names: readonly string[];
  /** The words of its flags before `--`, as they were typed, for hints that repeat them. */
  readonly typedFlags: readonly string[];
  /** The command, unchanged: all after `--`, or after the pod if a flag starts it. undefined without a command. */
  readonly commandAfterDash: readonly string[] | undefined;
  /** The typed part of it; absent if all of it was typed. A preset has the rest. */
  readonly typedCommand?: readonly string[];
}
