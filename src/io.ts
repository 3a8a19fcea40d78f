import type { Readable, Writable } from 'node:stream';

/** Columns and rows of a terminal window. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The terminal that the program was started in, as far as a session needs it. */
export interface Terminal {
  /** Whether stdin is a terminal, so that raw mode and keys make sense. */
  readonly hasInput: boolean;
  /** Whether stdout is a terminal. */
  readonly hasOutput: boolean;
  /** Whether stderr is a terminal, so that progress and prompts make sense. */
  readonly hasErrors: boolean;
  readonly isRaw: () => boolean;
  /** Throws what the system throws when the terminal is gone. */
  readonly setRawMode: (raw: boolean) => void;
  /** Keys are not shown and do nothing by themselves, Ctrl-C included, while output is as ever; throws the same. */
  readonly hideKeys: (hidden: boolean) => void;
  /** undefined when no stream is a terminal, or the terminal does not know. */
  readonly size: () => TerminalSize | undefined;
  /** Calls `listener` at each change of size until the returned function is called. */
  readonly onResize: (listener: () => void) => () => void;
}

/** The terminal, opened to ask on. */
export interface AskedTerminal {
  readonly input: Readable;
  readonly close: () => void;
}

/** The signals that a command may want to hear. */
export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGTSTP' | 'SIGCONT';

/** Which programs the user lets run for credentials: what the kuberc `file` says. */
export type PluginPolicy =
  | { readonly kind: 'deny-all'; readonly file: string }
  /** Names to be found in PATH, or clean paths. */
  | { readonly kind: 'allowlist'; readonly file: string; readonly commands: readonly string[] };

/** How this program was called, as far as the command lines that it tells a person depend on it. */
export interface CalledAs {
  /** As it was typed: `kubectl-debug`, or `kubectl dbg`. */
  readonly programName: string;
  /** The flags that say which cluster, each one word of a shell. */
  readonly connection: readonly string[];
  /** The flags that say as whom, likewise. */
  readonly identity: readonly string[];
}

/** What somebody waits for. */
export interface Awaited {
  /** As the end of `waiting for …`; it is not printable yet. */
  readonly what: string;
  /** How long at most, in milliseconds; without a bound Infinity, or nothing. */
  readonly atMostMs?: number;
}

/** One wait while it lasts. */
export interface Wait {
  /** It is for something else from now on. */
  readonly becomes: (what: string) => void;
  /** Something came, though not yet all of it. */
  readonly heard: () => void;
  /** To be called on every way out; once more does nothing. */
  readonly end: () => void;
}

/** Who tells a person what is waited for, once that takes long. */
export interface Waits {
  readonly begin: (awaited: Awaited) => Wait;
}

/** Everything that a command may touch outside of its arguments; tests hand in their own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly terminal: Terminal;
  /** Whether stdin has something that nobody has read, as far as the system can tell; takes none of it. */
  readonly hasUnreadInput: () => Promise<boolean>;
  /** Opens the terminal that we were started in for keys, even where stdin is something else; undefined without one. */
  readonly openTerminal: () => AskedTerminal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; undefined for a user without one, whose files are never looked for in the working directory. */
  readonly homeDirectory: string | undefined;
  /** The effective uid; undefined on Windows. */
  readonly userId: number | undefined;
  readonly platform: NodeJS.Platform;
  /** The login name; empty where the system knows none. */
  readonly userName: string;
  readonly workingDirectory: string;
  /** Absent where all programs may run for credentials. */
  readonly pluginPolicy?: PluginPolicy;
  /** Absent before the command line was read. */
  readonly calledAs?: CalledAs;
  /** Absent where nobody is to be told of waits. */
  readonly waits?: Waits;
  readonly now: () => Date;
  /** A number of at least 0 and below 1. */
  readonly random: () => number;
  /** Ends early, with the signal's reason thrown, when `signal` is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Hears a signal instead of dying of it, until the returned function is called. */
  readonly onSignal: (name: SignalName, listener: () => void) => () => void;
  /** Stops this process as SIGTSTP does by default; returns once it was continued. */
  readonly suspend: () => void;
  /** Does what a terminal does at Ctrl-C and Ctrl-Z: sends the signal to all that runs in the foreground with us. */
  readonly signalForeground: (name: 'SIGINT' | 'SIGTSTP') => void;
}
