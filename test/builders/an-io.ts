import { PassThrough } from 'node:stream';
import type { Io, SignalName, TerminalSize } from '../../src/io.ts';
import { fairSleep } from './fair-sleep.ts';

/** An `Io` whose streams are strings and whose clock the test controls. */
export interface FakeIo {
  readonly io: Io;
  readonly stdin: PassThrough;
  /** The output so far. */
  readonly stdoutText: () => string;
  readonly stdoutBytes: () => Buffer;
  readonly stderrText: () => string;
  /** Each change of the terminal's mode: true for raw. */
  readonly rawModes: readonly boolean[];
  /** Each change of the echo: true when keys become hidden. */
  readonly hiddenKeys: readonly boolean[];
  /** Changes the size of the terminal's window; undefined for a terminal without a size. */
  readonly resizeTo: (size: TerminalSize | undefined) => void;
  /** Moves the clock forward and ends the sleeps that are due, in order. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Delivers a signal; false if there is no listener, which would end a real process. */
  readonly deliver: (name: SignalName) => boolean;
}

export interface FakeIoOptions {
  /** Whether all three streams are a terminal. */
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: string;
  /** `real` for tests that wait for real processes. */
  readonly clock?: 'virtual' | 'real';
}

interface Sleep {
  readonly dueMs: number;
  readonly end: () => void;
}

function collect(): { readonly stream: PassThrough; readonly bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { stream, bytes: () => Buffer.concat(chunks) };
}

type Clock = Pick<Io, 'now' | 'sleep'> & Pick<FakeIo, 'advance'>;

function realTime(): Clock {
  return {
    now: () => new Date(),
    sleep: async (milliseconds, signal) => {
      try {
        await fairSleep(milliseconds, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      }
    },
    advance: () => Promise.reject(new Error('real time passes by itself')),
  };
}

interface FakeTerminal extends Pick<FakeIo, 'rawModes' | 'hiddenKeys' | 'resizeTo'> {
  readonly terminal: Io['terminal'];
}

function fakeTerminal(isTerminal: boolean): FakeTerminal {
  const rawModes: boolean[] = [];
  const hiddenKeys: boolean[] = [];
  const listeners = new Set<() => void>();
  let size: TerminalSize | undefined = { columns: 80, rows: 24 };
  return {
    rawModes,
    hiddenKeys,
    resizeTo: (newSize) => {
      size = newSize;
      listeners.forEach((listener) => listener());
    },
    terminal: {
      hasInput: isTerminal,
      hasOutput: isTerminal,
      hasErrors: isTerminal,
      isRaw: () => rawModes.at(-1) ?? false,
      setRawMode: (raw) => rawModes.push(raw),
      hideKeys: (hidden) => hiddenKeys.push(hidden),
      size: () => (isTerminal ? size : undefined),
      onResize: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

function virtualTime(start: Date): Clock {
  let nowMs = start.getTime();
  const sleeps = new Set<Sleep>();
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => new Date(nowMs),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleep = { dueMs: nowMs + milliseconds, end };
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

/** An `Io` for one test; its streams are not a terminal by default. */
export function anIo(options: FakeIoOptions = {}): FakeIo {
  const { isTerminal = false, env = {}, now = '2025-03-01T13:00:00Z', clock = 'virtual' } = options;
  const stdin = new PassThrough();
  const stdout = collect();
  const stderr = collect();
  const listeners = new Map<SignalName, Set<() => void>>();
  const { advance, ...time } = clock === 'real' ? realTime() : virtualTime(new Date(now));
  const { terminal, ...terminalControls } = fakeTerminal(isTerminal);
  const deliver = (name: SignalName): boolean => {
    const heard = [...(listeners.get(name) ?? [])];
    for (const listener of heard) listener();
    return heard.length > 0;
  };
  const io: Io = {
    ...time,
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    terminal,
    hasUnreadInput: () => Promise.resolve(stdin.readableLength > 0),
    openTerminal: () => (isTerminal ? { input: stdin, close: () => undefined } : undefined),
    env,
    homeDirectory: '/home/user',
    systemFolder: undefined,
    userId: process.geteuid?.(),
    platform: process.platform,
    userName: '',
    workingDirectory: '/home/user',
    random: () => 0.5,
    onSignal: (name, listener) => {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    suspend: () => undefined,
    signalForeground: (name) => void deliver(name),
  };
  return {
    io,
    stdin,
    stdoutText: () => stdout.bytes().toString(),
    stdoutBytes: stdout.bytes,
    stderrText: () => stderr.bytes().toString(),
    ...terminalControls,
    advance,
    deliver,
  };
}
