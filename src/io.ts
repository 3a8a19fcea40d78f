import type { Readable, Writable } from 'node:stream';

/** Columns and rows of a terminal window. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The terminal in which the program was started. */
export interface Terminal {
  /** Whether stdin is a terminal, for raw mode and keys. */
  readonly hasInput: boolean;
  /** Whether stdout is a terminal. */
  readonly hasOutput: boolean;
  /** Whether stderr is a terminal, for progress and prompts. */
  readonly hasErrors: boolean;
  readonly isRaw: () => boolean;
  /** Throws the error of the system if the terminal is gone. */
  readonly setRawMode: (raw: boolean) => void;
  /** Stops the echo of keys and their effect, including Ctrl-C, without changing output. Throws the same. */
  readonly hideKeys: (hidden: boolean) => void;
  /** undefined if no stream is a terminal, or the terminal has no known size. */
  readonly size: () => TerminalSize | undefined;
  /** Calls `listener` at each change of size until the returned function is called. */
  readonly onResize: (listener: () => void) => () => void;
}

/** A terminal, opened for a question. */
export interface AskedTerminal {
  readonly input: Readable;
  readonly close: () => void;
}

/** The signals that a command can listen for. */
export type SignalName = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGTSTP' | 'SIGCONT';

/** Which credential plugins may run, as the kuberc `file` says. */
export type PluginPolicy =
  | { readonly kind: 'deny-all'; readonly file: string }
  /** Names that are looked up in PATH, or clean paths. */
  | { readonly kind: 'allowlist'; readonly file: string; readonly commands: readonly string[] };

/** How the program was called, for the command lines in its messages. */
export interface CalledAs {
  /** As it was typed: `kubectl-debug`, or `kubectl dbg`. */
  readonly programName: string;
  /** The flags that select the cluster, each as one word of a shell. */
  readonly connection: readonly string[];
  /** The flags that select the user, likewise. */
  readonly identity: readonly string[];
}

/** Something that the program waits for. */
export interface Awaited {
  /** The end of the sentence `waiting for …`; not made printable yet. */
  readonly what: string;
  /** How long at most, in milliseconds; absent or Infinity without a limit. */
  readonly atMostMs?: number;
}

/** A wait in progress. */
export interface Wait {
  /** Changes what it waits for. */
  readonly becomes: (what: string) => void;
  /** Says that something arrived, but not everything yet. */
  readonly heard: () => void;
  /** Call it on every way out; a second call does nothing. */
  readonly end: () => void;
}

/** Reports waits that take long. */
export interface Waits {
  readonly begin: (awaited: Awaited) => Wait;
}

/** Everything outside of its arguments that a command may use; tests pass their own. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly terminal: Terminal;
  /** Whether stdin has unread input, as far as the system can tell; consumes none of it. */
  readonly hasUnreadInput: () => Promise<boolean>;
  /** Opens the controlling terminal for keys, even if stdin is something else; undefined without one. */
  readonly openTerminal: () => AskedTerminal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. undefined if the user has none; nothing is then read from the working directory instead. */
  readonly homeDirectory: string | undefined;
  /** Where the system keeps settings of programs for all users. undefined if it has no such folder. */
  readonly systemFolder: string | undefined;
  /** The effective uid; undefined on Windows. */
  readonly userId: number | undefined;
  readonly platform: NodeJS.Platform;
  /** The login name; empty if the system knows none. */
  readonly userName: string;
  readonly workingDirectory: string;
  /** Absent if all credential plugins may run. */
  readonly pluginPolicy?: PluginPolicy;
  /** Runs one after the other what may ask on the terminal. Absent if only one connection can ask. */
  readonly askInTurn?: <T>(ask: () => Promise<T>) => Promise<T>;
  /** Absent before the command line is parsed. */
  readonly calledAs?: CalledAs;
  /** Absent if waits are not reported. */
  readonly waits?: Waits;
  readonly now: () => Date;
  /** A number of at least 0 and below 1. */
  readonly random: () => number;
  /** Rejects with the reason of `signal` once that is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `listener` instead of ending at a signal, until the returned function is called. */
  readonly onSignal: (name: SignalName, listener: () => void) => () => void;
  /** Stops this process, as SIGTSTP does by default; returns once the process is continued. */
  readonly suspend: () => void;
  /** Sends a signal to our process group, as a terminal does at Ctrl-C and Ctrl-Z. */
  readonly signalForeground: (name: 'SIGINT' | 'SIGTSTP') => void;
}
