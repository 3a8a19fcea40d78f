import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';
import { KUBECONFIG, STARTED } from './environment.ts';

/** How the program ended and what it printed. */
export interface ProgramResult {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  /** Without the lines that only a slow server causes. */
  readonly stderr: string;
}

/** The built program, started without a terminal. */
export interface RunningProgram {
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Nobody reads its output any more. */
  readonly closeOutput: () => void;
  /** Waits until its output or its notes and errors match. */
  readonly waitFor: (stream: 'stdout' | 'stderr', pattern: RegExp) => Promise<void>;
  /** Waits until a forward listens, and returns the port that it chose on 127.0.0.1. */
  readonly localPort: () => Promise<number>;
  /** What it has written to stderr so far. */
  readonly notes: () => string;
  readonly ended: Promise<ProgramResult>;
}

export interface ProgramOptions {
  /** All of its standard input. */
  readonly input?: string | Buffer;
  /** Whether its standard input does not end: what was sent of it to a connection that is lost counts as missing. */
  readonly inputGoesOn?: boolean;
  readonly kubeconfig?: string;
  /** Beside the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * What is said of a server that takes seconds to answer, which one on a busy machine may do at any time: nearly all tests
 * compare or match what else is said. That it is said, and when, is tested with src/output/say/waits.ts and in test/faults.
 */
const WAITING = /^waiting for .* … \(\d+ s at most\)\n/gm;

/** A program that has not run for this long has waited for nobody, and must not say so. */
const SAID_AFTER_MS = 1000;

const running = new Set<RunningProgram>();

/** Starts the built program without a terminal. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): RunningProgram {
  const { input = '', inputGoesOn = false, kubeconfig = KUBECONFIG, env = {} } = options;
  const [file, ...first] = STARTED;
  const startedAt = performance.now();
  const child = spawn(file, [...first, ...args], {
    env: { ...process.env, KUBECONFIG: kubeconfig, ...env },
  });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  child.stdin.on('error', () => undefined); // a program that ends without reading closes the pipe
  if (input.length > 0) child.stdin.write(input);
  if (!inputGoesOn) child.stdin.end();
  const text = (stream: 'stdout' | 'stderr') => Buffer.concat(chunks[stream]).toString();

  const program: RunningProgram = {
    kill: (signal) => child.kill(signal),
    closeOutput: () => child.stdout.destroy(),
    waitFor: async (stream, pattern) => {
      await eventually(`${String(pattern)} on ${stream}`, () => pattern.test(text(stream)) || undefined);
    },
    localPort: () =>
      eventually('a port that is forwarded', () => {
        const [, port] = /^Forwarding from 127\.0\.0\.1:(\d+) -> /m.exec(text('stdout')) ?? [];
        return port === undefined ? undefined : Number(port);
      }),
    notes: () => text('stderr'),
    ended: once(child, 'close').then(() => {
      running.delete(program);
      return {
        exitCode: child.exitCode,
        stdout: text('stdout'),
        stderr: withoutWaits(text('stderr'), performance.now() - startedAt),
        stdoutBytes: Buffer.concat(chunks.stdout), // last, so that the message of a failure has the texts before it is cut
      };
    }),
  };
  running.add(program);
  return program;
}

function withoutWaits(notes: string, ranMs: number): string {
  return ranMs < SAID_AFTER_MS ? notes : notes.replaceAll(WAITING, '');
}

/** Runs the built program to its end, without a terminal. */
export function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
  return startProgram(args, options).ended;
}

/** Ends what a test left running; for `afterEach`. */
export function endPrograms(): void {
  for (const program of running) program.kill('SIGKILL');
}
