/**
 * How a flag's text is read. `strings` may be given several times and each is split at commas; `texts` may be
 * given several times and is never split; `key-values` is pflag's stringToString.
 */
export type FlagKind = 'boolean' | 'string' | 'strings' | 'texts' | 'key-values' | 'integer' | 'duration';

/** One row of a table that declares flags; parsing, help and docs/flags.md all come from it. */
export interface Flag {
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  readonly kind: FlagKind;
  /** As it would be typed; booleans are false without one. */
  readonly default?: string;
  /** What it means without a value; the next word is never its value then (pflag's NoOptDefVal). */
  readonly textWhenBare?: string;
  /** Name of the value in help texts, in capitals. */
  readonly placeholder?: string;
  readonly description: string;
  /** kubectl has it, and this program has nothing that it could act on; help texts leave it out. */
  readonly hasNoEffect?: true;
  /** Its value is a name, as if it stood there without the flag. */
  readonly isName?: true;
  /**
   * Once it was given, `always` or `by-letter`, the second name starts the command: nobody has to type `--`, as the
   * Image Exec proposal had it.
   */
  readonly startsCommand?: 'always' | 'by-letter';
}

/** The flags of one call, after parsing. Asking for a name that no table declares is our bug and throws. */
export interface FlagValues {
  /** The value given, else the default, else undefined. */
  readonly string: (name: string) => string | undefined;
  readonly boolean: (name: string) => boolean;
  readonly integer: (name: string) => number | undefined;
  /** Milliseconds. */
  readonly duration: (name: string) => number | undefined;
  readonly strings: (name: string) => readonly string[];
  readonly keyValues: (name: string) => Readonly<Record<string, string>>;
  /** Whether it was typed (pflag's Changed), whatever its value. */
  readonly isGiven: (name: string) => boolean;
}

/** What a command gets of a command line. */
export interface CommandInput {
  readonly flags: FlagValues;
  /** Positional arguments before `--`. */
  readonly names: readonly string[];
  /** The words of its flags before `--`, as they were typed, to be repeated to the person. */
  readonly typedFlags: readonly string[];
  /** The command, untouched: all after `--`, or after the pod where a flag starts it; undefined without one. */
  readonly commandAfterDash: readonly string[] | undefined;
}
