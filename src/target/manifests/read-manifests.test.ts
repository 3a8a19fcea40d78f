import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { Interrupted } from '../../errors/interrupted.ts';
import { readManifests, type Manifest } from './read-manifests.ts';

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'app' }], ...spec },
});
const node = (name: string) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } });
const json = (...objects: readonly object[]) => objects.map((object) => JSON.stringify(object)).join('\n');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-manifests-'));
  const files = {
    'a.yaml': json(pod('a')),
    'b.json': json(pod('b')),
    'c.txt': json(pod('c')),
    'pods/d.yml': json(pod('d')),
    'pods/e.yaml': json(pod('e'), pod('f')),
    'pods/notes.md': 'no manifest',
    'pods/inner/g.yaml': json(pod('g')),
    'pods/h.yaml/i.yaml': json(pod('i')),
    'notes/j.txt': json(pod('j')),
    'a*': json(pod('star')),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

interface Reading {
  readonly stdin?: string | Buffer;
  readonly signal?: AbortSignal;
}

function read(
  sources: readonly string[],
  { stdin, signal = new AbortController().signal }: Reading = {},
): Promise<readonly Manifest[]> {
  const fake = anIo();
  if (stdin !== undefined) fake.stdin.end(stdin);
  return readManifests({ ...fake.io, workingDirectory: folder }, sources, signal);
}

const namesOf = (manifests: readonly Manifest[]) =>
  manifests.map((manifest) => (manifest.kind === 'node' ? manifest.name : manifest.pod.metadata.name));
const readText = (text: string | Buffer) => read(['-'], { stdin: text });

describe('where readManifests looks', () => {
  it.each([
    { label: 'a file', sources: ['a.yaml'], names: ['a'] },
    { label: 'a file of any name', sources: ['c.txt'], names: ['c'] },
    { label: 'files in the order given', sources: ['b.json', 'a.yaml'], names: ['b', 'a'] },
    { label: 'a folder, but no folder in it', sources: ['pods'], names: ['d', 'e', 'f'] },
    { label: 'a pattern', sources: ['[ab].*'], names: ['a', 'b'] },
    { label: 'a pattern in a folder', sources: ['p*/?.yml'], names: ['d'] },
    { label: 'a pattern behind a dot', sources: ['./pods/../*.json'], names: ['b'] },
    { label: 'a pattern without some letters', sources: ['pods/[^d].y*l'], names: ['e', 'f', 'i'] },
    { label: 'a file that is called like a pattern', sources: ['a*'], names: ['star'] },
    { label: 'a pattern with an escape', sources: [String.raw`a\*`], names: ['star'] },
  ])('reads $label', async ({ sources, names }) => {
    expect(namesOf(await read(sources))).toEqual(names);
  });

  it('reads an absolute path', async () => {
    expect(namesOf(await read([path.join(folder, '[a].yaml')]))).toEqual(['a']);
  });

  it('reads stdin', async () => {
    expect(namesOf(await readText(json(pod('x'), pod('y'))))).toEqual(['x', 'y']);
  });

  it('reads UTF-16 that starts with its mark', async () => {
    expect(namesOf(await readText(Buffer.from(`\uFEFF${json(pod('x'))}`, 'utf16le')))).toEqual(['x']);
  });

  it('stops waiting for stdin when it is interrupted', async () => {
    const controller = new AbortController();
    const reading = read(['-'], { signal: controller.signal });
    controller.abort(new Interrupted('SIGINT'));
    await expect(reading).rejects.toThrow('interrupted by SIGINT');
  });

  describe('on the web', () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/pod.yaml' ? 200 : 404;
      response.end(json(pod('web')));
    });
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
    afterAll(() => server.close());
    const address = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

    it('reads what the server gives', async () => {
      expect(namesOf(await read([address('pod.yaml')]))).toEqual(['web']);
    });

    it('says what the server answers instead', async () => {
      await expect(read([address('nobody')])).rejects.toMatchObject({
        kind: 'usage',
        message: `cannot read ${address('nobody')}: the server answers 404 Not Found`,
      });
    });

    it('shows nothing of the address that may be a secret', async () => {
      const asked = address('nobody?X-Signature=canary#canary').replace('//', '//me:canary@');
      await expect(read([asked])).rejects.toMatchObject({
        message: `cannot read ${address('nobody')}: the server answers 404 Not Found`,
      });
      await expect(read([asked.toUpperCase()])).rejects.toMatchObject({
        message: expect.not.stringMatching(/canary/i),
      });
    });
  });

  it.each([
    { source: 'nobody.yaml', message: 'cannot read nobody.yaml: there is no such file or folder' },
    { source: 'nobody/*.yaml', message: 'cannot read nobody/*.yaml: there is no such file or folder' },
    { source: '[z-a]', message: 'cannot read [z-a]: there is no such file or folder' },
    { source: 'notes', message: 'notes names no pod and no node' },
  ])('refuses $source', async ({ source, message }) => {
    await expect(read([source])).rejects.toMatchObject({ kind: 'usage', message });
  });
});

describe('what readManifests takes', () => {
  it('takes a pod as it stands there', async () => {
    const full = { ...pod('x', { hostPID: true }), status: { phase: 'Running' } };
    expect(await readText(json(full))).toEqual([{ kind: 'pod', pod: full }]);
  });

  it('takes a null for a field that is not there', async () => {
    const [manifest] = await readText(json(pod('x', { initContainers: null, volumes: null })));
    expect(manifest).toEqual({ kind: 'pod', pod: pod('x') });
  });

  it('takes of a node its name', async () => {
    expect(await readText(json(node('n1')))).toEqual([{ kind: 'node', name: 'n1' }]);
  });

  it.each([
    { label: 'a List', list: { apiVersion: 'v1', kind: 'List', items: [pod('x'), node('n1')] } },
    {
      label: 'a PodList',
      list: {
        apiVersion: 'v1',
        kind: 'PodList',
        items: [{ metadata: { name: 'x' }, spec: { containers: [] } }, pod('n1')],
      },
    },
  ])('takes each item of $label', async ({ list }) => {
    expect(namesOf(await readText(json(list)))).toEqual(['x', 'n1']);
  });

  it.each([
    {
      label: 'another kind',
      object: { apiVersion: 'apps/v1', kind: 'Deployment' },
      what: 'apps/v1 Deployment',
    },
    { label: 'another version', object: { ...pod('x'), apiVersion: 'v2' }, what: 'v2 Pod' },
    { label: 'a kind of no kind', object: { apiVersion: 'v1', kind: 'constructor' }, what: 'v1 constructor' },
    { label: 'no kind', object: { ...pod('x'), kind: undefined }, what: 'document' },
    { label: 'no version', object: { ...pod('x'), apiVersion: undefined }, what: 'document' },
    { label: 'no name', object: pod(''), what: 'v1 Pod' },
    { label: 'a name that is no text', object: { ...node(''), metadata: { name: 1 } }, what: 'v1 Node' },
    { label: 'no metadata', object: { apiVersion: 'v1', kind: 'Node' }, what: 'v1 Node' },
    { label: 'no containers', object: pod('x', { containers: undefined }), what: 'v1 Pod' },
    { label: 'containers that are no list', object: pod('x', { containers: {} }), what: 'v1 Pod' },
    { label: 'a container without a name', object: pod('x', { containers: [{}] }), what: 'v1 Pod' },
    { label: 'an init container that is none', object: pod('x', { initContainers: [1] }), what: 'v1 Pod' },
    {
      label: 'a namespace that is no text',
      object: { ...pod('x'), metadata: { name: 'x', namespace: 1 } },
      what: 'v1 Pod',
    },
    { label: 'a list of a list', object: { apiVersion: 'v1', kind: 'List', items: [[]] }, what: 'document' },
  ])('refuses $label', async ({ object, what }) => {
    await expect(readText(json(object))).rejects.toMatchObject({
      kind: 'usage',
      message: `stdin: cannot debug this ${what}`,
    });
  });

  it.each(['', '# nothing\n', '---\n---\n', 'null'])('refuses %j, which names nothing', async (text) => {
    await expect(readText(text)).rejects.toMatchObject({
      kind: 'usage',
      message: '- names no pod and no node',
    });
  });

  it.each(['hello', '3', '[]'])('refuses %j, which is no object', async (text) => {
    await expect(readText(text)).rejects.toMatchObject({ kind: 'usage' });
  });
});
