import { PassThrough } from 'node:stream';
import type { Io, SignalName } from '../../src/io.ts';

/** An `Io` whose streams are strings and whose time only passes when the test says so. */
export interface FakeIo {
  readonly io: Io;
  readonly stdin: PassThrough;
  /** All that was written so far. */
  readonly stdoutText: () => string;
  readonly stderrText: () => string;
  /** Lets time pass: ends the sleeps that are over by then, in order. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Delivers a signal; false when nobody listens, so that the process would have died. */
  readonly deliver: (name: SignalName) => boolean;
}

export interface FakeIoOptions {
  /** Whether all three streams are a terminal. */
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: string;
}

interface Sleep {
  readonly dueMs: number;
  readonly end: () => void;
}

function collect(): { readonly stream: PassThrough; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

function virtualTime(start: Date): Pick<Io, 'now' | 'sleep'> & Pick<FakeIo, 'advance'> {
  let nowMs = start.getTime();
  const sleeps = new Set<Sleep>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => new Date(nowMs),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const sleep = { dueMs: nowMs + milliseconds, end: resolve };
        const abort = (): void => {
          sleeps.delete(sleep);
          reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
        };
        if (signal?.aborted === true) {
          abort();
          return;
        }
        sleeps.add(sleep);
        signal?.addEventListener('abort', abort);
      }),
    advance: async (milliseconds) => {
      await settle();
      nowMs += milliseconds;
      for (const sleep of [...sleeps].toSorted((a, b) => a.dueMs - b.dueMs)) {
        if (sleep.dueMs > nowMs) continue;
        sleeps.delete(sleep);
        sleep.end();
        await settle();
      }
    },
  };
}

/** An `Io` for one test; not a terminal unless asked for. */
export function anIo(options: FakeIoOptions = {}): FakeIo {
  const { isTerminal = false, env = {}, now = '2025-03-01T13:00:00Z' } = options;
  const stdin = new PassThrough();
  const stdout = collect();
  const stderr = collect();
  const listeners = new Map<SignalName, Set<() => void>>();
  const { advance, ...time } = virtualTime(new Date(now));
  const io: Io = {
    ...time,
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    terminal: {
      hasInput: isTerminal,
      hasOutput: isTerminal,
      hasErrors: isTerminal,
      isRaw: () => false,
      setRawMode: () => undefined,
      size: () => (isTerminal ? { columns: 80, rows: 24 } : undefined),
      onResize: () => () => undefined,
    },
    env,
    homeDirectory: '/home/user',
    workingDirectory: '/home/user',
    random: () => 0.5,
    onSignal: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    suspend: () => undefined,
  };
  return {
    io,
    stdin,
    stdoutText: stdout.text,
    stderrText: stderr.text,
    advance,
    deliver: (name) => {
      const heard = [...(listeners.get(name) ?? [])];
      for (const listener of heard) listener();
      return heard.length > 0;
    },
  };
}
