import type { ChildProcess, StdioOptions } from 'node:child_process';
import { homedir, userInfo } from 'node:os';
import { setTimeout as schedule } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { openSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';
import { findProgram } from './system/find-program.ts';
import { absolute } from './system/own-folder.ts';
import { hearEndingSignals } from './ending-signals.ts';
import { exitCodeOfInterrupt } from './errors/exit-codes.ts';
import { hasUnreadInput } from './unread-input.ts';
import type { AskedTerminal, Io, Terminal, TerminalSize } from './io.ts';

/** How long a reader of our output may take for the rest of it once a signal has ended the command, in milliseconds. */
const LAST_OUTPUT_MS = 500;

/** The Io of a real process, and what only the end of that process needs. */
export interface ProcessIo {
  readonly io: Io;
  /** Takes the terminal out of raw mode, so that a last line is shown as a line. */
  readonly restoreTerminal: () => void;
  /** Lets the process end although stdin may still be open; by SIGHUP when its terminal is gone. */
  readonly release: () => void;
}

/**
 * Makes the Io of `process`, the only place where a command meets it. stdin is opened when it is first asked for:
 * most calls have no use for it, and a stdin that was never opened keeps nothing alive.
 */
export function openProcessIo(process: NodeJS.Process): ProcessIo {
  let opened: NodeJS.ReadStream | undefined;
  const terminals = [0, 1, 2].filter(isatty);
  [process.stdout, process.stderr].forEach(assumeSize);
  const stdin = () => (opened ??= process.stdin);
  const restoreTerminal = (): void => {
    if (opened?.isTTY && opened.isRaw && isatty(0)) io.terminal.setRawMode(false);
  };
  const signals = hearEndingSignals(process, (name) => {
    if (!terminals.every(isatty)) dieOfHangup(process);
    restoreTerminal();
    process.exit(exitCodeOfInterrupt(name));
  });
  const io: Io = {
    get stdin() {
      return stdin();
    },
    stdout: process.stdout,
    stderr: process.stderr,
    terminal: terminalOf(process, stdin),
    hasUnreadInput: () => hasUnreadInput(process),
    openTerminal: () => (isatty(0) ? { input: stdin(), close: () => undefined } : openControllingTerminal()),
    env: takeEnvironment(process),
    homeDirectory: findHome(),
    userId: process.geteuid?.(),
    platform: process.platform,
    get userName() {
      return findUserName();
    },
    // Throws where the folder was deleted, which is no matter to a command that does not ask.
    get workingDirectory() {
      return process.cwd();
    },
    now: () => new Date(),
    random: () => Math.random(),
    sleep,
    onSignal: signals.onSignal,
    suspend: () => suspend(process),
    signalForeground: (name) => void process.kill(0, name),
  };
  return {
    io,
    restoreTerminal,
    release: () => {
      opened?.pause();
      // A file has no unref and needs none.
      if (opened !== undefined && 'unref' in opened) opened.unref();
      // Output that nobody reads would keep the process although it was told to end.
      if (signals.hasCome()) schedule(() => process.exit(), LAST_OUTPUT_MS).unref();
      if (!terminals.every(isatty)) dieOfHangup(process);
    },
  };
}

/**
 * The environment of the user. NODE_TLS_REJECT_UNAUTHORIZED is taken away from Node itself, so that nothing here, no
 * library either, connects to a server without verifying it, nor warns that it did; programs that we run still get it.
 */
function takeEnvironment(process: NodeJS.Process): Io['env'] {
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === undefined) return process.env;
  const env = { ...process.env };
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  return env;
}

/** A terminal that was never told its size is taken for one of the usual size, as prompts would write a letter a line. */
function assumeSize(stream: NodeJS.WriteStream): void {
  if (stream.isTTY && readSize(stream) === undefined) Object.assign(stream, { columns: 80, rows: 24 });
}

/** A container may run as a uid that no table of users has. */
function findUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

function findHome(): string | undefined {
  try {
    return absolute(homedir());
  } catch {
    return undefined; // a uid that is in no passwd file, as in a container, and no HOME
  }
}

function openControllingTerminal(): AskedTerminal | undefined {
  try {
    const input = new ReadStream(openSync('/dev/tty', 'r'));
    return { input, close: () => input.destroy() };
  } catch {
    return undefined; // a job of a scheduler has none
  }
}

function terminalOf(process: NodeJS.Process, stdin: () => NodeJS.ReadStream): Terminal {
  const hasInput = isatty(0);
  const processing = outputProcessingOf(process);
  return {
    hasInput,
    hasOutput: isatty(1),
    hasErrors: isatty(2),
    isRaw: () => hasInput && stdin().isRaw,
    setRawMode: (raw) => {
      if (!hasInput) return;
      if (!raw) processing.keep();
      stdin().setRawMode(raw);
      if (raw) processing.stop();
    },
    hideKeys: (hidden) => {
      if (hasInput) stdin().setRawMode(hidden);
    },
    size: () => sizeOf(process),
    // The signal comes whichever stream is the terminal; a stream's own event would not.
    onResize: (listener) => {
      process.on('SIGWINCH', listener);
      return () => process.off('SIGWINCH', listener);
    },
  };
}

interface OutputProcessing {
  readonly stop: () => void;
  /** Before the terminal is put back: what was asked to stop it, and has not done so yet, must not do it afterwards. */
  readonly keep: () => void;
}

/**
 * Node's raw mode goes on turning each LF into CR LF, which garbles full-screen programs that send a bare LF to go
 * down; leaving raw mode restores this as well. Without the program `stty` that is all there is to be had. It is not
 * waited for, as it may take longer than the shell's first answer.
 */
function outputProcessingOf(process: NodeJS.Process): OutputProcessing {
  const stdio: StdioOptions = ['inherit', 'ignore', 'ignore'];
  let program: string | undefined;
  let stty: ChildProcess | undefined;
  return {
    stop: () => {
      program ??= findProgram('stty', process);
      if (program === undefined) return;
      const { spawn } = process.getBuiltinModule('node:child_process');
      const started = spawn(program, ['-opost'], { stdio });
      const forget = (): void => {
        if (stty === started) stty = undefined;
      };
      started.once('error', forget).once('exit', forget).unref();
      stty = started;
    },
    keep: () => {
      if (program === undefined || stty === undefined) return;
      stty.kill('SIGKILL');
      stty = undefined;
      // The time that this takes is enough for the other one to be gone.
      process.getBuiltinModule('node:child_process').spawnSync(program, ['opost'], { stdio });
    },
  };
}

function sizeOf(process: NodeJS.Process): TerminalSize | undefined {
  if (process.stdout.isTTY) return readSize(process.stdout);
  if (process.stderr.isTTY) return readSize(process.stderr);
  if (!isatty(0)) return undefined;
  // Node knows the size of writable terminals only. This stream opens the terminal anew, so stdin stays open.
  const terminal = new WriteStream(0);
  try {
    return readSize(terminal);
  } finally {
    terminal.destroy();
  }
}

/** A terminal that was never told its size says 0. */
function readSize({ columns, rows }: TerminalSize): TerminalSize | undefined {
  return columns > 0 && rows > 0 ? { columns, rows } : undefined;
}

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Node, which puts terminals back when it ends, dumps core where one of them is gone. */
function dieOfHangup(process: NodeJS.Process): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** A signal does what it does by default only while nobody listens to it. */
function suspend(process: NodeJS.Process): void {
  const listeners = process.listeners('SIGTSTP');
  process.removeAllListeners('SIGTSTP');
  process.kill(process.pid, 'SIGTSTP');
  for (const listener of listeners) process.on('SIGTSTP', listener);
}
