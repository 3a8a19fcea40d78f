import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIND_PROCESS } from './find-process.ts';

const APP = 'a'.repeat(64);
const SIDE = 'b'.repeat(64);
const SHELLS = [['dash'], ['bash'], ['busybox', 'sh']].filter(
  ([shell = '']) => spawnSync(shell, ['--help']).error === undefined,
);

let proc: string;
beforeEach(() => (proc = mkdtempSync(path.join(tmpdir(), 'proc-'))));
afterEach(() => rmSync(proc, { recursive: true }));

interface Searching {
  readonly shell: readonly string[];
  readonly hasGrep: boolean;
}

/** Searches in a folder instead of /proc, and returns the PID between brackets. */
function find({ shell, hasGrep }: Searching, id: string, cgroups: Readonly<Record<string, string>>): string {
  for (const [pid, text] of Object.entries(cgroups)) {
    mkdirSync(path.join(proc, pid));
    if (text !== '') writeFileSync(path.join(proc, pid, 'cgroup'), text);
  }
  const [program = '', ...args] = shell;
  const text = FIND_PROCESS.replaceAll('/proc/', () => `${proc}/`);
  const script = `${hasGrep ? '' : 'PATH=; '}${text}find_process "$1"; echo "[$found]"`;
  const { stdout, stderr } = spawnSync(program, [...args, '-c', script, 'test', id], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trimEnd();
}

const v1 = (id: string): string =>
  `9:name=systemd:/kubepods/pod1/${id}\n4:memory:/kubepods/pod1/${id}\n0::/\n`;
const v2 = (id: string): string => `0::/../cri-containerd-${id}.scope\n`;

describe.each([true, false].flatMap((hasGrep) => SHELLS.map((shell) => ({ shell, hasGrep }))))(
  'find_process in $shell, with grep: $hasGrep',
  (searching) => {
    it.each([
      { label: 'cgroup v1', cgroups: { 1: v1('c'.repeat(64)), 7: v1(SIDE), 9: v1(APP) }, found: '[9]' },
      {
        label: 'cgroup v2, which hides our own',
        cgroups: { 1: v2(SIDE), 7: '0::/\n', 9: v2(APP) },
        found: '[9]',
      },
      { label: 'a line after others', cgroups: { 3: `13:misc:/\n1:cpu:/x/${APP}\n` }, found: '[3]' },
      {
        label: 'a cgroup below that of the container',
        cgroups: { 3: `0::/../${APP}/init.scope\n` },
        found: '[3]',
      },
      {
        label: 'the smallest number, not the first name',
        cgroups: { 10: v2(APP), 9: v2(APP), 100: v2(APP) },
        found: '[9]',
      },
      { label: 'a process that has just ended', cgroups: { 5: '', 8: v2(APP) }, found: '[8]' },
      { label: 'no process', cgroups: { 1: v2(SIDE) }, found: '[]' },
      { label: 'a runtime that hides the ids', cgroups: { 1: '0::/\n' }, found: '[]' },
    ])('finds a container: $label', ({ cgroups, found }) => {
      expect(find(searching, APP, cgroups)).toBe(found);
    });
  },
);
