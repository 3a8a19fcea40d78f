import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn as spawnInTerminal } from '@lydell/node-pty';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';
import { until as untilSo } from '../drivers/until.ts';

/** Stands for the bundle of `debug`; does what the name of the pod says. */
const ACTS = String.raw`
exports.run = async (io, { names: [act, file] }) => ({
  async endless() {
    let isOpen = true;
    io.stdout.on('error', () => (isOpen = false));
    while (isOpen) {
      io.stdout.write('x'.repeat(1000));
      await io.sleep(1);
    }
    return 5;
  },
  async print() {
    io.stdout.write('x');
    return 0;
  },
  async read() {
    io.stdin.on('data', (chunk) => io.stdout.write(chunk));
    await new Promise((resolve) => io.stdin.once('data', resolve));
    return 7;
  },
  async throwLater() {
    io.terminal.setRawMode(true);
    setTimeout(() => { throw new Error('late\u001b[31m'); });
    await io.sleep(60_000);
  },
  async rejectLater() {
    void Promise.reject(new Error('unheard'));
    await io.sleep(60_000);
  },
  async size() {
    const stop = io.terminal.onResize(() => {
      stop();
      require('node:fs').writeFileSync(file, JSON.stringify(io.terminal.size()));
      end(0);
    });
    let end;
    const ended = new Promise((resolve) => (end = resolve));
    require('node:fs').writeFileSync(file, JSON.stringify(io.terminal.size()));
    io.stdin.resume();
    return ended;
  },
  async ignoreFirst() {
    const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => io.onSignal(name, () => {
      stops.forEach((stop) => stop());
      io.stdout.write('heard\n');
    }));
    if (io.terminal.hasInput) io.terminal.setRawMode(true);
    io.stdout.write('ready\n');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
  async compute() {
    const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => io.onSignal(name, () => {
      stops.forEach((stop) => stop());
    }));
    require('node:fs').writeSync(1, 'ready\n');
    const untilMs = Date.now() + 1500;
    while (Date.now() < untilMs);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
  async suspend() {
    io.stdin.resume();
    let times = 0;
    const second = new Promise((resolve) => {
      io.onSignal('SIGTSTP', () => {
        times += 1;
        if (times === 2) return resolve();
        io.suspend();
        io.stdout.write('after\n');
      });
    });
    io.stdout.write('before\n');
    await second;
    return 9;
  },
})[act]();
`;

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
  built.replaceBundle('debug', ACTS);
  built.replaceBundle('pods', "exports.run = async (io) => (io.stdout.write('x'), 0);");
});
afterAll(() => {
  built.remove();
  rmSync(env.XDG_CACHE_HOME, { recursive: true });
});

/** Our own cache is not filled with code of tests. */
const env = { ...process.env, XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'process-cache-')) };

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

/** Starts the program without a terminal; its stdin stays open. */
function start(act: string) {
  const child = spawn(process.execPath, [built.program, act], { env });
  started.add(child);
  return child;
}

const until = (what: string, isSo: () => boolean): Promise<void> => untilSo(isSo, () => what);

/** What `ps` tells of a process. */
const stateOf = (child: ChildProcess, column: 'stat' | 'pending'): string =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(child.pid)], { encoding: 'utf8' }).trim();

/** Whether these tests run in a process group that no shell looks after any more: the kernel stops none in there. */
async function isNobodyStopped(): Promise<boolean> {
  const child = spawn('sh', ['-c', 'kill -TSTP $$'], { stdio: 'ignore' });
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  try {
    await until('a shell that stops or ends', () => isOver() || /^[ZT]/.test(stateOf(child, 'stat')));
    return isOver() || stateOf(child, 'stat').startsWith('Z');
  } finally {
    child.kill('SIGKILL');
  }
}
const IS_NOBODY_STOPPED = await isNobodyStopped();

/** Runs a line of shell on a terminal of 100 columns and 30 rows. */
function inTerminal(line: string) {
  const terminal = spawnInTerminal('/bin/sh', ['-c', line], { cols: 100, rows: 30 });
  let shown = '';
  terminal.onData((text) => (shown += text));
  const exitCode = new Promise<number>((resolve) => terminal.onExit((exit) => resolve(exit.exitCode)));
  return { terminal, exitCode, shown: () => shown };
}

describe('the process', () => {
  it.each([
    ['kubectl-debug', 'Usage: kubectl-debug '],
    ['kubectl-dbg', 'Usage: kubectl dbg '],
  ])('started as %s says how to call it again', (name, usage) => {
    const file = join(built.folder, `bin/${name}.js`);
    const link = join(built.folder, name);
    symlinkSync(file, link);
    expect(execFileSync(link, ['--help'], { encoding: 'utf8' })).toContain(usage);
    // As the shims of pnpm and of Windows do.
    expect(execFileSync(process.execPath, [file, '--help'], { encoding: 'utf8' })).toContain(usage);
  });

  it('ends with 141 and without a word when nobody reads its output any more', async () => {
    const child = start('endless');
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([141, null]);
    expect(stderr).toBe('');
  });

  it.each([
    ['print', 125],
    ['pods', 1],
  ])('says that its output cannot be written, with the exit code of its command (%s)', (words, exitCode) => {
    const line = `${built.started.join(' ')} ${words} > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
    expect(stderr).toMatch(/^error: cannot write to stdout: ENOSPC: .* \[output-failed\]\n$/);
    expect(status).toBe(exitCode);
  });

  it('ends with the exit code of the command behind an alias when its output cannot be written', () => {
    const kuberc = join(built.folder, 'kuberc');
    writeFileSync(
      kuberc,
      'apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\naliases:\n- name: seen\n  command: get\n  prependArgs: [pods]\n',
    );
    const line = `${built.started.join(' ')} seen > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], {
      encoding: 'utf8',
      env: { ...process.env, KUBERC: kuberc },
    });
    expect(stderr).toContain('[output-failed]');
    expect(status).toBe(1);
  });

  it('ends with its command although stdin stays open', async () => {
    const child = start('read');
    child.stdin.write('abc');
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('ends with its command although its terminal stays open', async () => {
    const { terminal, exitCode } = inTerminal(`exec ${built.started.join(' ')} read`);
    terminal.write('abc\r');
    expect(await exitCode).toBe(7);
  });

  it.each([
    ['throwLater', 'late^[[31m'],
    ['rejectLater', 'unheard'],
  ])('says one line about a bug that nobody caught (%s)', async (act, message) => {
    const result = await built.run([act]);
    expect(result).toMatchObject({ exitCode: 125, stdout: '' });
    expect(result.stderr).toBe(`error: internal error: Error: ${message}; please report this [internal]\n`);
  });

  it('leaves raw mode before it ends of a bug', async () => {
    const program = `${built.started.join(' ')} throwLater`;
    const { exitCode, shown } = inTerminal(`stty -g; ${program}; echo "exit $?"; stty -g`);
    await exitCode;
    const lines = shown().trim().split('\r\n');
    expect(lines.at(-2)).toBe('exit 125');
    expect(lines.at(-1)).toBe(lines[0]);
  });

  it('knows the size of a terminal that only its stdin is, and each change of it', async () => {
    const file = join(built.folder, 'size');
    const size = () => {
      try {
        return readFileSync(file, 'utf8');
      } catch {
        return ''; // not written yet
      }
    };
    const { terminal, exitCode } = inTerminal(
      `${built.started.join(' ')} size ${file} > /dev/null 2>&1; exit $?`,
    );
    await until('a first size', () => size() === '{"columns":100,"rows":30}');
    terminal.resize(90, 20);
    expect(await exitCode).toBe(0);
    expect(size()).toBe('{"columns":90,"rows":20}');
  });

  it.skipIf(IS_NOBODY_STOPPED)('stops when it is suspended, and hears of the next time as well', async () => {
    const child = start('suspend');
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await until('the first line', () => stdout === 'before\n');
    child.kill('SIGTSTP');
    await until('a stopped process', () => stateOf(child, 'stat').startsWith('T'));
    expect(stdout).toBe('before\n');
    child.kill('SIGCONT');
    await until('the second line', () => stdout === 'before\nafter\n');
    child.kill('SIGTSTP');
    expect(await once(child, 'exit')).toEqual([9, null]);
  });

  it.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGHUP', 'SIGHUP', 129],
    ['SIGINT', 'SIGTERM', 143],
    ['SIGTERM', 'SIGHUP', 129],
  ] as const)('ends at once when %s is followed by %s', async (first, second, exitCode) => {
    const child = start('ignoreFirst');
    let stdout = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await until('readiness', () => stdout.includes('ready'));
    child.kill(first);
    await until('the first signal', () => stdout.includes('heard'));
    child.kill(second);
    expect(await once(child, 'exit')).toEqual([exitCode, null]);
  });

  it('counts a second signal that comes while it computes', async () => {
    const child = start('compute');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    // A signal that is still pending would be one with the next.
    await until('a signal that was delivered', () => /^0+$/.test(stateOf(child, 'pending')));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
  });

  it('leaves raw mode when a second signal ends it at once', async () => {
    const heard = join(env.XDG_CACHE_HOME, 'heard');
    const program = `${built.started.join(' ')} ignoreFirst > ${heard}`;
    const kill = `kill -TERM $!; until grep -q heard ${heard}; do sleep 0.1; done; kill -TERM $!; wait $!`;
    const { exitCode, shown } = inTerminal(
      `stty -g; ${program} < /dev/tty & until stty -a | grep -q -- -icanon; do sleep 0.1; done; ${kill}; echo "exit $?"; stty -g`,
    );
    await exitCode;
    const lines = shown().trim().split('\r\n');
    expect(lines.at(-2)).toMatch(/exit 143$/);
    expect(lines.at(-1)).toBe(lines[0]);
  });
});
