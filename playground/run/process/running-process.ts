import type { TerminalSize } from '../../../src/io.ts';
import type { ProcessEnd } from '../../kubelet.ts';

/** A program to start on this machine. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** The program's argv[0]; ignored with a terminal. */
  readonly argv0?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  readonly tty: boolean;
  /** Whether stdin stays open for a client; otherwise the program reads end of file. */
  readonly stdin: boolean;
  /** Whether its children are killed when it ends, as with the first process of a container. */
  readonly isFirst: boolean;
}

/** Takes the output of a process from its first byte on; with a terminal all of it is stdout. */
export interface OutputSink {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** A started program; it may have ended since. */
export interface RunningProcess {
  readonly pid: number;
  /** Resolves once the process has ended and the sink has all its output; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  readonly writeStdin: (chunk: Buffer) => void;
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** Sends SIGTERM to the process; undefined for one that nothing asks to end. */
  readonly terminate?: () => void;
  /** Sends SIGKILL to the process and those that it started. */
  readonly kill: () => void;
}
