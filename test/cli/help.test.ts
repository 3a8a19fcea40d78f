import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn as spawnInTerminal } from '@lydell/node-pty';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';
import { runInTerminal } from '../drivers/run-in-terminal.ts';

let built: BuiltPackage;
let plugin: string;
beforeAll(() => {
  built = buildPackage();
  plugin = join(built.folder, 'bin/kubectl-dbg');
  symlinkSync(built.program, plugin);
});
afterAll(() => built.remove());

/** Runs `kubectl dbg` on a terminal, and returns what it shows. */
async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd = '.', rows = 24 }: { readonly cwd?: string; readonly rows?: number } = {},
) {
  const { exitCode, shown } = await runInTerminal([process.execPath, plugin, ...args], {
    cols: 80,
    rows,
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: built.folder, TERM: 'xterm', NO_COLOR: '1', ...env },
  });
  return { exitCode, shown: shown.replaceAll('\r\n', '\n') };
}

describe('help TOPIC', () => {
  it('shows a document that is in the program, with no file of docs/', async () => {
    expect(readdirSync(built.folder)).not.toContain('docs');
    const { exitCode, stdout, stderr } = await built.run(['help', 'rootfs']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^THE TARGET'S FILES\n\nA debug container /);
    expect(stdout).toContain('$ kubectl-debug web-1 --rootfs\n');
    expect(stdout).toContain('kubectl-debug help rights');
    expect(stdout).not.toContain('rights.md');
  });

  it('shows the help of a command, then its document', async () => {
    const { stdout } = await built.run(['help', 'audit']);
    expect(stdout).toMatch(/^Run one command [^]*\nUsage: [^]*\nAUDIT\n\n/);
    const { stdout: flag } = await built.run(['audit', '--help']);
    expect(stdout.startsWith(flag)).toBe(true);
  });

  it('lists the documents, none about the source', async () => {
    const { stdout } = await built.run(['help', 'topics']);
    expect(stdout).toMatch(/^ {2}rootfs {2,}the files of the target/m);
    expect(stdout).not.toMatch(/architecture|rooms|releasing|measurements/);
  });

  it.each([
    { typed: 'rotfs', hint: 'did you mean kubectl-debug help rootfs?' },
    {
      typed: 'architecture',
      hint: 'all commands: kubectl-debug help; all topics: kubectl-debug help topics',
    },
  ])('refuses $typed', async ({ typed, hint }) => {
    const { exitCode, stdout, stderr } = await built.run(['help', typed]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toBe(`error: there is no command or topic "${typed}" [usage]\nhint: ${hint}\n`);
  });

  it('completes each topic once, and says what it is about', async () => {
    const { stdout } = await built.run(['completion', '--', 'help', '']);
    const rows = stdout.trimEnd().split('\n').slice(0, -1);
    const names = rows.map((line) => line.split('\t')[0]);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['audit', 'flags', 'options', 'topics', 'rootfs']));
    expect(rows.filter((line) => !/\t\S/.test(line))).toEqual([]);
  });

  it('calls the program in documents by the name of the call, and its product by its own', () => {
    const show = (topic: string): string =>
      execFileSync(process.execPath, [plugin, 'help', topic], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
    expect(show('errors')).toContain('kubectl dbg check -n NAMESPACE');
    expect(show('errors')).not.toContain('kubectl-debug ');
    expect(show('kuberc')).toContain('kubectl dbg dbgnet web-1');
    expect(show('sessions')).toContain('kubectl-debug start and');
  });

  it('completes topics and commands', async () => {
    const { stdout } = await built.run(['completion', '--', 'help', 'r']);
    expect(stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
      'recipes',
      'rootfs',
      'rights',
      'reasons',
      'records',
      ':4',
      '',
    ]);
  });
});

it('prints a completion script that asks the program by the name of the call', () => {
  const script = execFileSync(process.execPath, [plugin, 'completion', 'bash'], { encoding: 'utf8' });
  expect(script).toContain('< <(kubectl-dbg completion -- ');
  expect(script).not.toContain('kubectl-debug completion');
});

it('describes flags in completions by the name of the call, also where kubectl asks', () => {
  const complete = (file: string, ...words: readonly string[]): string =>
    execFileSync(process.execPath, [file, ...words, '--rootfs'], { encoding: 'utf8' });
  const asking = join(built.folder, 'kubectl_complete-dbg');
  symlinkSync(plugin, asking);
  for (const text of [complete(plugin, 'completion', '--'), complete(asking, 'completion', '--')])
    expect(text).toContain('see kubectl dbg help rootfs\n');
});

describe('the pager', () => {
  const PAGE = ['help', 'rootfs'];

  it('gets a document on a terminal, under the name of the call', async () => {
    const { exitCode, shown } = await onTerminal(PAGE, { PAGER: 'sed s/^/P:/' });
    expect(exitCode).toBe(0);
    expect(shown).toMatch(/^P:THE TARGET'S FILES\n/);
    expect(shown).toContain('$ kubectl dbg web-1 --rootfs\n');
    expect(shown).toContain('P:All documents: kubectl dbg help topics\n');
  });

  it.each([
    {
      label: 'our own variable first',
      env: { KUBECTL_DEBUG_PAGER: 'sed s/^/ours:/', PAGER: 'false' },
      starts: 'ours:',
    },
    { label: 'none for an empty variable', env: { PAGER: '' }, starts: 'THE' },
    { label: 'none for cat', env: { PAGER: 'cat' }, starts: 'THE' },
    { label: 'none on a dumb terminal', env: { PAGER: 'sed s/^/P:/', TERM: 'dumb' }, starts: 'THE' },
    { label: 'no program that does not exist', env: { PAGER: 'no-such-pager' }, starts: 'THE' },
    { label: 'the settings of git for less', env: { PAGER: 'echo $LESS; cat' }, starts: 'FRX\nTHE' },
  ])('is $label', async ({ env, starts }) => {
    const { exitCode, shown } = await onTerminal(PAGE, env);
    expect(exitCode).toBe(0);
    expect(shown.slice(0, starts.length)).toBe(starts);
    expect(shown.match(/THE TARGET'S FILES/g)).toHaveLength(1);
  });

  it.each([{ folders: '' }, { folders: '.' }])(
    'is not searched for in the working directory (PATH has "$folders")',
    async ({ folders }) => {
      const folder = join(built.folder, 'planted');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'less'), '#!/bin/sh\necho planted\n', { mode: 0o755 });
      const { exitCode, shown } = await onTerminal(
        PAGE,
        { PATH: `${folders}:/no-such-folder` },
        { cwd: folder },
      );
      expect({ exitCode, starts: shown.slice(0, 19) }).toEqual({
        exitCode: 0,
        starts: "THE TARGET'S FILES\n",
      });
    },
  );

  it('falls back to printing where a command line does not start', async () => {
    const { exitCode, shown } = await onTerminal(PAGE, { PAGER: 'no-such-pager -R' });
    expect(exitCode).toBe(0);
    expect(shown).toContain("THE TARGET'S FILES\n");
  });

  it('may be left early', async () => {
    const { exitCode, shown } = await onTerminal(['help', 'differences-from-kubectl'], {
      PAGER: 'head -n 1',
    });
    expect({ exitCode, shown }).toEqual({ exitCode: 0, shown: 'DIFFERENCES FROM KUBECTL DEBUG\n' });
  });

  it('keeps Ctrl-C', async () => {
    const script = join(built.folder, 'pager');
    writeFileSync(script, '#!/bin/sh\ntrap "echo still here; exit 0" INT\necho ready\nsleep 20 & wait\n', {
      mode: 0o755,
    });
    const terminal = spawnInTerminal(process.execPath, [plugin, ...PAGE], {
      env: { PATH: process.env['PATH'] ?? '', HOME: built.folder, TERM: 'xterm', PAGER: script },
    });
    let shown = '';
    const ended = new Promise<number>((resolve) => terminal.onExit((end) => resolve(end.exitCode)));
    terminal.onData((text) => {
      shown += text;
      if (text.includes('ready')) terminal.write('\u0003');
    });
    expect(await ended).toBe(0);
    expect(shown).toContain('still here');
  });

  it('gets the first help only on a terminal that is smaller', async () => {
    const env = { PAGER: 'sed s/^/P:/' };
    const { shown } = await onTerminal(['--help'], env, { rows: 60 });
    expect(shown).toMatch(/^Start a debug container/);
    const lines = shown.trimEnd().split('\n').length;
    expect(lines).toBeLessThan(46);
    expect(shown).not.toContain('kubectl-debug');
    expect((await onTerminal(['--help'], env, { rows: lines + 1 })).shown).toBe(shown);
    expect((await onTerminal(['--help'], env, { rows: lines })).shown).toMatch(/^P:Start a debug container/);
    expect((await onTerminal(['pods', '-h'], env)).shown).toMatch(/^P:/);
    expect((await built.run(['--help'])).stdout).toMatch(/^Start a debug container/);
  });

  it('shows all flags', async () => {
    const { shown } = await onTerminal(['--help=all'], { PAGER: 'sed s/^/P:/' });
    expect(shown).toMatch(/^P:Start a debug container[^]*\nP:Rights:\n/);
  });
});
