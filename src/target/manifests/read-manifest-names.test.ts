import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { readManifestNames } from './read-manifest-names.ts';

const pod = (name: string, namespace?: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-names-'));
  for (const name of ['one.yaml', 'sub/three.yaml', 'sub/deep/four.json', 'two.yml', 'sub/notes.txt']) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), JSON.stringify(pod(path.basename(name).replace(/\..*/, ''))));
  }
  await symlink(folder, path.join(folder, 'sub', 'circle'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(source: string, isRecursive: boolean, stdin = ''): Promise<readonly unknown[]> {
  const { io, stdin: input } = anIo();
  input.end(stdin);
  const signal = new AbortController().signal;
  return readManifestNames({ ...io, workingDirectory: folder }, [{ name: source, isRecursive }], signal);
}

describe('readManifestNames', () => {
  it.each([
    { isRecursive: false, names: ['one', 'two'] },
    { isRecursive: true, names: ['one', 'four', 'three', 'two'] },
  ])(
    'reads a folder in the order of its names, recursively: $isRecursive',
    async ({ isRecursive, names }) => {
      expect(await read('.', isRecursive)).toEqual(names.map((name) => ({ kind: 'pod', name })));
    },
  );

  it('needs nothing of a pod but its name, and takes its namespace', async () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [pod('a', 'shop'), pod('b')] };
    expect(await read('-', false, JSON.stringify(list))).toEqual([
      { kind: 'pod', name: 'a', namespace: 'shop' },
      { kind: 'pod', name: 'b' },
    ]);
  });

  it('takes a node', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } };
    expect(await read('-', false, JSON.stringify(node))).toEqual([{ kind: 'node', name: 'n1' }]);
  });

  it.each([
    {
      object: { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
      what: 'apps/v1 Deployment',
    },
    { object: { ...pod('') }, what: 'v1 Pod' },
  ])('refuses a $what without the name of a pod', async ({ object, what }) => {
    await expect(read('-', false, JSON.stringify(object))).rejects.toMatchObject({
      kind: 'usage',
      message: `stdin: this ${what} names no pod and no node`,
    });
  });
});
