import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { PodSpec } from '../types.ts';
import { LINK_FILES, linkBeforeShell, linkVariables, linkWords } from './link-files.ts';

const APP = 'a'.repeat(64);
const SIDE = 'b'.repeat(64);
const SHELLS = [['dash'], ['bash'], ['busybox', 'sh']].filter(
  ([shell = '']) => spawnSync(shell, ['--help']).error === undefined,
);

/** Stands for the root of a debug container. */
let root: string;
const at = (...names: readonly string[]): string => path.join(root, ...names);
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'links-'));
  mkdirSync(at('proc', 'self'), { recursive: true });
  writeFileSync(at('proc', 'self', 'mountinfo'), '22 1 0:20 / / rw - overlay overlay rw\n');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Makes a process of a container; a closed one has no root that we could enter. */
function addProcess(pid: number, id: string, { isClosed = false } = {}): void {
  mkdirSync(at('proc', String(pid)));
  if (!isClosed) mkdirSync(at('proc', String(pid), 'root'));
  writeFileSync(at('proc', String(pid), 'cgroup'), `0::/../cri-containerd-${id}.scope\n`);
}

/** Runs `link_files` in that root, and returns what it says and which links there are. */
function link(shell: readonly string[], words: readonly string[]) {
  const [program = '', ...args] = shell;
  const text = LINK_FILES.replaceAll(/(?<![\w}])\/(?=proc\/|c(?:\b|\/))/g, () => `${root}/`);
  const script = `${text}link_files "$@"; echo "$linked"`;
  const { stdout, stderr } = spawnSync(program, [...args, '-c', script, 'test', ...words], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const isThere = existsSync(at('c')) && lstatSync(at('c')).isDirectory();
  const made = isThere
    ? readdirSync(at('c')).filter((name) => lstatSync(at('c', name)).isSymbolicLink())
    : [];
  const links = Object.fromEntries(made.map((name) => [name, readlinkSync(at('c', name)).replace(root, '')]));
  return { said: stdout.trimEnd().replaceAll(root, ''), links };
}

const NOTHING = { said: '', links: {} };

describe.each(SHELLS.map((shell) => ({ shell })))('link_files in $shell', ({ shell }) => {
  it('links each container whose root can be entered', () => {
    addProcess(7, APP);
    addProcess(9, SIDE);
    addProcess(10, 'c'.repeat(64), { isClosed: true });
    const words = ['shared', `app=${APP}`, `side=${SIDE}`, `closed=${'c'.repeat(64)}`, 'ended='];
    expect(link(shell, words)).toEqual({
      said: '/c/app, /c/side',
      links: { app: '/proc/7/root', side: '/proc/9/root' },
    });
  });

  it('replaces the link of a container that has restarted, and removes one that leads nowhere', () => {
    mkdirSync(at('c'));
    for (const name of ['app', 'side', 'gone']) symlinkSync(at('proc', '3', 'root'), at('c', name));
    addProcess(12, APP);
    expect(link(shell, ['shared', `app=${APP}`, `side=${SIDE}`, 'gone='])).toEqual({
      said: '/c/app',
      links: { app: '/proc/12/root' },
    });
  });

  it('takes process 1 for a target whose id the runtime hides, and only in the namespace of that target', () => {
    mkdirSync(at('proc', '1', 'root'), { recursive: true });
    writeFileSync(at('proc', '1', 'cgroup'), '0::/\n');
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
    expect(link(shell, ['own', 'app='])).toEqual(NOTHING);
    expect(link(shell, ['own', `app=${APP}`])).toEqual({ said: '/c/app', links: { app: '/proc/1/root' } });
  });

  it('makes no folder if there is nothing to link', () => {
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
    expect(existsSync(at('c'))).toBe(false);
  });

  it('writes nothing to a volume that is mounted there', () => {
    addProcess(7, APP);
    mkdirSync(at('c'));
    writeFileSync(
      at('proc', 'self', 'mountinfo'),
      `22 1 0:20 / / rw - overlay overlay rw\n30 22 8:1 /data ${root}/c rw - ext4 /dev/vda rw\n`,
    );
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
  });

  it('leaves alone what the image has of that name', () => {
    addProcess(7, APP);
    mkdirSync(at('c', 'app'), { recursive: true });
    writeFileSync(at('c', 'app', 'file'), 'of the image');
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
    expect(readdirSync(at('c', 'app'))).toEqual(['file']);
  });

  it('does not follow a link of the image to another folder', () => {
    addProcess(7, APP);
    mkdirSync(at('elsewhere'));
    symlinkSync(at('elsewhere'), at('c'));
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
    expect(readdirSync(at('elsewhere'))).toEqual([]);
  });

  it('says nothing where no folder can be made', () => {
    addProcess(7, APP);
    writeFileSync(at('c'), 'a file');
    expect(link(shell, ['shared', `app=${APP}`])).toEqual(NOTHING);
  });
});

const started = { state: { running: { startedAt: '2025-03-01T12:00:00Z' } } };
const podOf = (spec: Partial<PodSpec> = {}) =>
  aPod({
    inits: [{ name: 'setup', state: { terminated: { exitCode: 0 } }, containerID: `containerd://${SIDE}` }],
    apps: [{ name: 'app', ...started, containerID: `containerd://${APP}` }],
    ephemerals: [{ name: 'dbg', ...started, containerID: `containerd://${'d'.repeat(64)}` }],
    spec,
  });

describe('the words of link_files', () => {
  it.each([
    { label: 'a target', spec: {}, target: 'app', words: ['own', `app=${APP}`] },
    { label: 'a target that has ended', spec: {}, target: 'setup', words: ['own', 'setup='] },
    { label: 'no target', spec: {}, target: undefined, words: [] },
    {
      label: 'shared processes',
      spec: { shareProcessNamespace: true },
      target: undefined,
      words: ['shared', 'setup=', `app=${APP}`],
    },
    {
      label: 'the processes of the node',
      spec: { hostPID: true },
      target: 'app',
      words: ['host', 'setup=', `app=${APP}`],
    },
  ])('name the containers that can be seen with $label', ({ spec, target, words }) => {
    expect(linkWords(podOf(spec), { target })).toEqual(words);
  });

  it('leave out a name that a shell would read as more than a word', () => {
    const pod = aPod({ apps: [{ name: 'app $(id)' }], spec: { shareProcessNamespace: true } });
    expect(linkWords(pod, { target: undefined })).toEqual([]);
  });

  it('become a variable of the envelope, but not where the processes of the node are visible', () => {
    const linking = { target: 'app', saying: 'said' } as const;
    expect(linkVariables(podOf(), linking)).toEqual([
      { name: 'KUBECTL_DEBUG_LINKS', value: `said own app=${APP}` },
    ]);
    expect(linkVariables(podOf({ hostPID: true }), linking)).toEqual([]);
    expect(linkBeforeShell(podOf({ hostPID: true }), linking)).toBe('');
  });
});
