import type { ChildProcess, StdioOptions } from 'node:child_process';
import { homedir, userInfo } from 'node:os';
import { setTimeout as schedule } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { openSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';
import { findProgram } from './system/find-program.ts';
import { jobControlOf } from './system/job-control.ts';
import { absolute } from './system/own-folder.ts';
import { hearEndingSignals } from './ending-signals.ts';
import { exitCodeOfInterrupt } from './errors/exit-codes.ts';
import type { EndingSignal } from './errors/interrupted.ts';
import { hasUnreadInput } from './unread-input.ts';
import type { AskedTerminal, Io, Terminal, TerminalSize } from './io.ts';

/** How long to wait for a reader to take the rest of our output after a signal, in milliseconds. */
const LAST_OUTPUT_MS = 500;

/** What the system says of itself and of the user. */
function systemOf(process: NodeJS.Process): Pick<Io, 'platform' | 'systemFolder' | 'userId'> {
  const { platform } = process;
  const systemFolder = platform === 'win32' ? absolute(process.env['ProgramData']) : '/etc';
  return { platform, systemFolder, userId: process.geteuid?.() };
}

/** The Io of a real process, and what the end of that process needs. */
export interface ProcessIo {
  readonly io: Io;
  /** Leaves raw mode, so that a last message is printed as a line. */
  readonly restoreTerminal: () => void;
  /** Lets the process end although stdin may be open; by SIGHUP if its terminal is gone. */
  readonly release: () => void;
}

/**
 * Makes the Io of `process`. No other code uses `process`, but for `single-file.ts`. stdin is opened on first use: most calls do not need it, and an
 * open stdin keeps the process alive.
 */
export function openProcessIo(process: NodeJS.Process): ProcessIo {
  let opened: NodeJS.ReadStream | undefined;
  [process.stdout, process.stderr].forEach(assumeSize);
  const stdin = () => (opened ??= process.stdin);
  const restoreTerminal = (): void => {
    if (opened?.isTTY && opened.isRaw && isatty(0)) io.terminal.setRawMode(false);
  };
  const { jobs, signals, hangUpIfGone } = hearEnds(process, restoreTerminal);
  const io: Io = {
    get stdin() {
      return stdin();
    },
    stdout: process.stdout,
    stderr: process.stderr,
    terminal: terminalOf(process, stdin),
    hasUnreadInput: () => hasUnreadInput(process),
    openTerminal: () =>
      isatty(0) ? { input: stdin(), close: () => undefined } : openControllingTerminal(process.platform),
    env: takeEnvironment(process),
    homeDirectory: findHome(),
    ...systemOf(process),
    get userName() {
      return findUserName();
    },
    // A getter, as it throws if the folder was deleted, and not every command needs it.
    get workingDirectory() {
      return process.cwd();
    },
    now: () => new Date(),
    random: () => Math.random(),
    sleep,
    onSignal: signals.onSignal,
    suspend: jobs.suspend,
    signalForeground: jobs.signalForeground,
  };
  return {
    io,
    restoreTerminal,
    release: () => {
      opened?.pause();
      // A file has no unref, and needs none.
      if (opened !== undefined && 'unref' in opened) opened.unref();
      // Unread output would keep the process alive after a signal.
      if (signals.hasCome()) schedule(() => process.exit(), LAST_OUTPUT_MS).unref();
      hangUpIfGone();
    },
  };
}

/** Listens for what ends or stops this process: signals, and the loss of a terminal that it had at its start. */
function hearEnds(process: NodeJS.Process, restoreTerminal: () => void) {
  const terminals = [0, 1, 2].filter(isatty);
  const endAsBy = (name: EndingSignal): never => {
    restoreTerminal();
    process.exit(exitCodeOfInterrupt(name));
  };
  const jobs = jobControlOf(process, endAsBy);
  const hangUpIfGone = (): void => {
    if (!terminals.every(isatty)) jobs.hangUp();
  };
  const signals = hearEndingSignals(process, (name) => {
    hangUpIfGone();
    endAsBy(name);
  });
  return { jobs, signals, hangUpIfGone };
}

/**
 * The environment of the user. Removes NODE_TLS_REJECT_UNAUTHORIZED from the process, so that neither our code nor a
 * library connects without verifying the server. Programs that we run still get it.
 */
function takeEnvironment(process: NodeJS.Process): Io['env'] {
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === undefined) return process.env;
  const env = { ...process.env };
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  return env;
}

/** Gives a terminal without a known size the usual one; otherwise prompts would put one letter on each line. */
function assumeSize(stream: NodeJS.WriteStream): void {
  if (stream.isTTY && readSize(stream) === undefined) Object.assign(stream, { columns: 80, rows: 24 });
}

/** Empty if the uid is in no passwd file, as in a container. */
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
    return undefined; // there is no HOME, and the uid is in no passwd file, as in a container
  }
}

/** Keys of a console come only to a handle that may write, as reading them changes its mode. */
function openControllingTerminal(platform: NodeJS.Platform): AskedTerminal | undefined {
  const [file, flags] = platform === 'win32' ? ['\\\\.\\CONIN$', 'r+'] : ['/dev/tty', 'r'];
  try {
    const input = new ReadStream(openSync(file, flags));
    return { input, close: () => input.destroy() };
  } catch {
    return undefined; // for example a job of a scheduler
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
    // Unlike the event of a stream, the signal does not depend on which stream is the terminal.
    onResize: (listener) => {
      process.on('SIGWINCH', listener);
      return () => process.off('SIGWINCH', listener);
    },
  };
}

interface OutputProcessing {
  readonly stop: () => void;
  /** Call it before restoring the terminal: a `stty` of `stop` that still runs must not change it afterwards. */
  readonly keep: () => void;
}

/**
 * Switches the output processing of the terminal off in raw mode. Node's raw mode still turns each LF into CR LF, which
 * garbles full-screen programs that send a bare LF to move down. Leaving raw mode restores it. This needs the program
 * `stty`, and does not wait for it, as it may take longer than the first output of a shell.
 */
function outputProcessingOf(process: NodeJS.Process): OutputProcessing {
  const stdio: StdioOptions = ['inherit', 'ignore', 'ignore'];
  let program: string | undefined;
  let stty: ChildProcess | undefined;
  return {
    stop: () => {
      // One that comes with Git does not know the console.
      if (process.platform !== 'win32') program ??= findProgram('stty', process);
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
      // By the end of this call the killed one is gone too.
      process.getBuiltinModule('node:child_process').spawnSync(program, ['opost'], { stdio });
    },
  };
}

function sizeOf(process: NodeJS.Process): TerminalSize | undefined {
  if (process.stdout.isTTY) return readSize(process.stdout);
  if (process.stderr.isTTY) return readSize(process.stderr);
  if (!isatty(0)) return undefined;
  // Node knows only the size of writable terminals. This stream opens the terminal again, so stdin stays open.
  const terminal = new WriteStream(0);
  try {
    return readSize(terminal);
  } finally {
    terminal.destroy();
  }
}

/** A terminal without a known size reports 0. */
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
