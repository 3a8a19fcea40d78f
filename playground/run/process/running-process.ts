import type { TerminalSize } from '../../../src/io.ts';
import type { ProcessEnd } from '../../kubelet.ts';

/** One program to start on this machine. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  /** What the program sees as its own name; ignored with a terminal. */
  readonly argv0?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  readonly tty: boolean;
  /** Whether standard input is held open for a client; without it the program reads an end of file. */
  readonly stdin: boolean;
  /** Whether what it leaves behind is killed when it ends, as with the first process of a container. */
  readonly isFirst: boolean;
}

/** Takes what a process prints, from its first byte on; with a terminal all of it is stdout. */
export interface OutputSink {
  readonly stdout: (chunk: Buffer) => void;
  readonly stderr: (chunk: Buffer) => void;
}

/** A program that was started; it may have ended since. */
export interface RunningProcess {
  readonly pid: number;
  /** Resolves once the process has ended and all it printed was handed to the sink; never rejects. */
  readonly ended: Promise<ProcessEnd>;
  readonly writeStdin: (chunk: Buffer) => void;
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** SIGKILL to the process and to those it started. */
  readonly kill: () => void;
}
