import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePcap } from '../../../playground/run/programs/sample-packets.ts';
import { writePrograms } from '../../../playground/run/programs/write-programs.ts';
import { SHELLS } from '../../../test/drivers/files-script.ts';
import { until } from '../../../test/drivers/until.ts';
import { HEARD, STILL_HERE, STOP, tcpdumpScript } from './tcpdump-script.ts';

let folder: string;
let programs: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tcpdump-script-'));
  programs = path.join(folder, 'bin');
  writePrograms(programs);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the script as the leader of a session, as a runtime does for an exec. */
function runScript(shell: readonly string[], words: readonly string[], text = tcpdumpScript('n0nce')) {
  const [program = '', ...before] = shell;
  const child = spawn(program, [...before, '-c', text, 'test', ...words], {
    detached: true,
    env: { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` },
  });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  child.stdin.on('error', () => undefined); // the script may have ended
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const output = (): Buffer => Buffer.concat(stdout);
  const saysSoon = (text: string): Promise<void> =>
    until(
      () => output().includes(text) || stderr.includes(text),
      () => `${text} in ${output().toString('latin1')}${stderr}`,
    );
  const { pid = 0 } = child;
  return { child, pid, ended, output, errors: () => stderr, saysSoon };
}

/** The processes of a session, zombies included. */
function processesOf(session: number): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => statOf(name)[3] === String(session));
}

/** What follows the name of a process: its state, parent, group, session. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return []; // it has ended
  }
}

/** The script with short steps, each of which writes a line to a file. It begins as if we had said that we are slow. */
function hastyScript(file: string): string {
  return tcpdumpScript('n0nce')
    .replace('silent=0 slow=\n', 'silent=0 slow=1\n')
    .replace('sleep "$1" &', `{ echo step >>${file}; exec sleep 0.02; } &`);
}

const stepsIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

describe.each(SHELLS.map((shell) => ({ shell })))('the script in $shell', ({ shell }) => {
  it('ends tcpdump when it is told to, and its marks follow all of its output', async () => {
    const run = runScript(shell, ['-i', 'lossy', '-w', '-']);
    run.child.stdin.write(STILL_HERE);
    await run.saysSoon('packet 3');
    run.child.stdin.write(STOP);
    await run.saysSoon('n0nce end 0\n');
    run.child.stdin.write(HEARD);
    await run.ended;
    expect(run.output()).toEqual(Buffer.concat([samplePcap(), Buffer.from('n0nce end\n')]));
    expect(run.errors()).toMatch(/3 packets captured\n.*\n7 packets dropped by kernel\n\nn0nce end 0\n$/);
    expect(processesOf(run.pid)).toEqual([]);
  });

  it.each([
    { words: ['-c', '1', '-w', '-'], says: 'n0nce end 0\n' },
    { words: ['-i', 'denied'], says: 'n0nce end 1\n' },
    { words: ['-i', 'nope'], says: 'n0nce interface lo\n' },
    { words: ['-i', 'missing'], says: 'n0nce end 127\n' },
    { words: ['-i', '$(kill $$) \' " \\ ;'], says: '$(kill $$) \' " \\ ;: No such device exists\n' },
  ])('says how tcpdump $words ended by itself', async ({ words, says }) => {
    const run = runScript(shell, words);
    await run.saysSoon(says);
    run.child.stdin.write(HEARD);
    await run.ended;
    expect(processesOf(run.pid)).toEqual([]);
  });

  it('ends when its stdin ends, and leaves no process', async () => {
    const run = runScript(shell, ['-w', '-']);
    await run.saysSoon('packet 3');
    run.child.stdin.end();
    await run.ended;
    expect(processesOf(run.pid)).toEqual([]);
    expect(run.output().toString('latin1')).not.toContain('n0nce');
  });

  it('ends when nothing is heard of us, though not while we are slow', async () => {
    const file = path.join(folder, `steps-${shell.join('-')}`);
    const run = runScript(shell, ['-w', '-'], hastyScript(file));
    await run.saysSoon('packet 3');
    await until(
      () => stepsIn(file) > 10,
      () => 'ten steps',
    );
    expect(run.child.exitCode).toBeNull();
    run.child.stdin.write(STILL_HERE);
    await run.ended;
    await until(
      () => processesOf(run.pid).length === 0,
      () => 'no process',
    );
    expect(run.output().toString('latin1')).not.toContain('n0nce');
  });

  it('kills a tcpdump that does not end, once we are gone', async () => {
    const run = runScript(shell, ['-i', 'stubborn', '-w', '-'], hastyScript(path.join(folder, 'stubborn')));
    await run.saysSoon('packet 3');
    run.child.stdin.end();
    await run.ended;
    await until(
      () => processesOf(run.pid).length === 0,
      () => 'no process',
    );
  });
});
