import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buildSync } from 'esbuild';
import type { Io, SignalName } from '../../../src/io.ts';
import { anIo, type FakeIo, type FakeIoOptions } from '../../builders/an-io.ts';
import { readMessages, type FromProgram, type ToProgram } from './messages.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SENT: readonly string[] = ['workingDirectory', 'userName', 'platform', 'homeDirectory', 'systemFolder'];

/**
 * The executable of which the runtime runs the program in place of this process, if there is one: the same tests then show
 * how that runtime connects, reads, writes and times out.
 */
export const OTHER_RUNTIME = process.env['KUBECTL_DEBUG_TEST_RUNTIME'];

/** A command that runs elsewhere. Of its `io`, the clock and the output are the same there and here. */
interface Elsewhere extends FakeIo {
  readonly ended: Promise<number>;
}

/** What is run, and with which `Io`. */
export interface StartedCommand {
  readonly argv: readonly string[];
  readonly options: FakeIoOptions;
  /** What differs from the usual `Io` of a test. */
  readonly replace: Partial<Io>;
}

let built: string | undefined;

/** The program with `Io` over a pipe, in one file. */
function buildProgram(): string {
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'kubectl-debug-elsewhere-')), 'program.cjs');
  buildSync({
    entryPoints: [path.join(import.meta.dirname, 'program.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
    define: { PACKAGE_VERSION: '"0.1.0"' },
    alias: { bufferutil: path.join(ROOT, 'src/cluster/network/mask-bytes.ts') },
    supported: { 'dynamic-import': false },
  });
  return outfile;
}

/** The messages to and from one process. */
function openChannel(executable: string) {
  built ??= buildProgram();
  const child: ChildProcess = spawn(executable, [built], {
    env: { ...process.env, BUN_BE_BUN: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
  });
  const [, , , input, output] = child.stdio;
  if (!(input && 'write' in input && output && 'read' in output)) throw new Error('no pipes');
  input.on('error', () => undefined); // the program has ended
  return {
    child,
    output,
    tell: (message: ToProgram) => void input.write(`${JSON.stringify(message)}\n`),
  };
}

/** Starts a command in a process of another runtime. */
export function startElsewhere(executable: string, { argv, options, replace }: StartedCommand): Elsewhere {
  const unsent = Object.keys(replace).filter((key) => !SENT.includes(key));
  if (unsent.length > 0) throw new Error(`needs this process: ${unsent.join(', ')}`);
  const local = anIo(options);
  const { child, output, tell } = openChannel(executable);
  const written = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const modes = { raw: [] as boolean[], hidden: [] as boolean[] };
  const advanced = new Map<number, () => void>();
  let heard: readonly SignalName[] = [];
  let calls = 0;
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the program ended by itself: ${code ?? signal ?? ''}`)),
    );
    readMessages(output, (told) => {
      const message = told as FromProgram;
      if ('bytes' in message) {
        const bytes = Buffer.from(message.bytes, 'base64');
        written[message.kind].push(bytes);
        local.io[message.kind].write(bytes);
      } else if (message.kind === 'raw' || message.kind === 'hidden') modes[message.kind].push(message.is);
      else if (message.kind === 'hears') heard = message.names;
      else if (message.kind === 'advanced') advanced.get(message.call)?.();
      else {
        resolve(message.exitCode);
        for (const end of advanced.values()) end();
        child.kill('SIGKILL');
      }
    });
  });
  ended.catch(() => undefined);
  const stdin = new PassThrough();
  stdin.on('data', (chunk: Buffer) => tell({ kind: 'stdin', bytes: chunk.toString('base64') }));
  stdin.on('end', () => tell({ kind: 'end of stdin' }));
  tell({ kind: 'start', argv, options, replace });
  const stdoutBytes = () => Buffer.concat(written.stdout);
  return {
    io: local.io,
    ended,
    stdin,
    stdoutBytes,
    stdoutText: () => stdoutBytes().toString(),
    stderrText: () => Buffer.concat(written.stderr).toString(),
    rawModes: modes.raw,
    hiddenKeys: modes.hidden,
    resizeTo: (size) => tell({ kind: 'size', size }),
    advance: async (milliseconds) => {
      if (options.clock !== 'real') await local.advance(milliseconds);
      await new Promise<void>((resolve) => {
        calls += 1;
        advanced.set(calls, resolve);
        tell({ kind: 'advance', milliseconds, call: calls });
        if (child.exitCode !== null || child.signalCode !== null) resolve();
      });
    },
    deliver: (name) => {
      const isHeard = heard.includes(name);
      if (isHeard) tell({ kind: 'signal', name });
      return isHeard;
    },
  };
}
