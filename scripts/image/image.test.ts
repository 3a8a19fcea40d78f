import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { anElf } from './an-elf.ts';
import { findLibraries } from './find-libraries.ts';
import { findLicences } from './find-licences.ts';
import { imageConfig, programFiles, runtimeFiles } from './image-files.ts';
import { makeImage } from './make-image.ts';
import { makeLayer } from './make-layer.ts';
import { readElf, stripElf } from './read-elf.ts';

const LOADER = '/lib64/ld-linux-x86-64.so.2';

const among = (files: Readonly<Record<string, Buffer>>) => (path: string) => files[path];

/** The entries of a tar archive: mode, owner and contents by name. */
async function entriesOf(archive: Buffer) {
  const unpacked = extract();
  unpacked.end(archive);
  const entries = new Map<string, { readonly mode: string; readonly owner: string; readonly text: string }>();
  for await (const entry of unpacked) {
    const pieces: Buffer[] = [];
    for await (const piece of entry) pieces.push(piece as Buffer);
    const { name, mode, uid, gid, mtime } = entry.header;
    const owner = `${uid}:${gid} ${mtime.getTime()}`;
    entries.set(name, { mode: mode.toString(8), owner, text: Buffer.concat(pieces).toString('latin1') });
  }
  return entries;
}

describe('an ELF file', () => {
  it('names its architecture, loader and libraries', () => {
    const elf = readElf(anElf({ loader: LOADER, libraries: ['libm.so.6', 'libc.so.6', 'libdl.so.2'] }));
    expect(elf).toMatchObject({
      architecture: 'amd64',
      loader: LOADER,
      libraries: ['libm.so.6', 'libc.so.6', 'libdl.so.2'],
    });
    expect(readElf(anElf({ machine: 183 }))).toMatchObject({
      architecture: 'arm64',
      loader: undefined,
      libraries: [],
    });
  });

  it.each([
    { bytes: Buffer.from('#!/bin/sh\n'), why: 'it is no ELF file' },
    {
      bytes: Buffer.concat([Buffer.from('\x7fELF\x01\x01', 'latin1'), Buffer.alloc(99)]),
      why: 'it is not 64-bit',
    },
    { bytes: anElf({ machine: 2 }), why: 'it is for the machine 2' },
  ])('is refused: $why', ({ bytes, why }) => {
    expect(() => readElf(bytes)).toThrow(why);
  });

  it('keeps all that is mapped when what is for debuggers is cut off', () => {
    const whole = anElf({
      loader: LOADER,
      libraries: ['libc.so.6'],
      symbols: 'main, and where it was compiled',
    });
    const stripped = stripElf(whole);
    expect(stripped.toString('latin1')).not.toContain('compiled');
    const { mappedBytes } = readElf(whole);
    expect(stripped).toHaveLength(mappedBytes);
    expect(stripped.subarray(64)).toEqual(whole.subarray(64, mappedBytes));
    // Without these, no program looks for the section headers, which are gone.
    expect([stripped.readBigUInt64LE(40), stripped.readUInt16LE(60), stripped.readUInt16LE(62)]).toEqual([
      0n,
      0,
      0,
    ]);
    expect(readElf(stripped)).toEqual(readElf(whole));
  });
});

describe('the libraries of a program', () => {
  const program = readElf(anElf({ loader: LOADER, libraries: ['liba.so.1', 'libc.so.6'] }));
  const newLibc = anElf({ contents: 'GLIBC_2.34\0' });
  const system = {
    'lib64/ld-linux-x86-64.so.2': anElf(),
    'usr/lib/x86_64-linux-gnu/liba.so.1': anElf({ libraries: ['libb.so.2', 'ld-linux-x86-64.so.2'] }),
    'lib/x86_64-linux-gnu/libc.so.6': newLibc,
    'lib/libb.so.2': anElf({ machine: 183 }),
    'usr/lib64/libb.so.2': anElf(),
  };

  it('are those that it and they name, for its own machine', () => {
    expect(findLibraries(program, among(system)).map(({ path }) => path)).toEqual([
      'lib64/ld-linux-x86-64.so.2',
      'lib/x86_64-linux-gnu/libc.so.6',
      'usr/lib/x86_64-linux-gnu/liba.so.1',
      'usr/lib64/libb.so.2',
    ]);
  });

  it('are none for a static program', () => {
    expect(findLibraries(readElf(anElf()), among({}))).toEqual([]);
  });

  it('include those that an old glibc looks names up with', () => {
    const old = {
      ...system,
      'lib/x86_64-linux-gnu/libc.so.6': anElf(),
      'lib/libnss_files.so.2': anElf(),
      'lib/libnss_dns.so.2': anElf(),
      'lib/libresolv.so.2': anElf(),
    };
    expect(findLibraries(program, among(old)).map(({ path }) => path)).toContain('lib/libnss_dns.so.2');
  });

  it.each([
    { missing: 'usr/lib64/libb.so.2', why: 'libb.so.2 for amd64 is in none of lib/x86_64-linux-gnu, ' },
    { missing: 'lib64/ld-linux-x86-64.so.2', why: `${LOADER}, which loads the program, is missing` },
  ])('are not found without $missing', ({ missing, why }) => {
    expect(() =>
      findLibraries(program, (path) => (path === missing ? undefined : among(system)(path))),
    ).toThrow(why);
  });
});

describe('licences', () => {
  const library = (path: string) => ({ path, bytes: Buffer.alloc(0) });

  it('come once for each package, with those that they refer to', () => {
    const files = {
      'usr/share/doc/libc6/copyright': Buffer.from("see '/usr/share/common-licenses/LGPL-2.1'.\n"),
      'usr/share/common-licenses/LGPL-2.1': Buffer.from('text'),
      'usr/share/licenses/libgcc/COPYING': Buffer.from('text'),
    };
    const libraries = ['lib/libc.so.6', 'lib/libm.so.6', 'lib64/ld-linux-x86-64.so.2', 'lib/libgcc_s.so.1'];
    const { files: found, missing } = findLicences(libraries.map(library), among(files));
    expect(missing).toEqual([]);
    expect(found.map(({ path }) => path)).toEqual([
      'usr/share/licenses/libc6/copyright',
      'usr/share/licenses/libgcc/copyright',
      'usr/share/common-licenses/LGPL-2.1',
    ]);
  });

  it('say of which library there is none', () => {
    expect(findLicences([library('lib/libuv.so.1'), library('lib/libc.so.6')], among({})).missing).toEqual([
      'libuv.so.1',
      'libc.so.6',
    ]);
  });
});

describe('a layer', () => {
  const file = (path: string) => ({ kind: 'file', path, bytes: Buffer.from(path) }) as const;

  it('is the same for the same files in another order, and belongs to root', async () => {
    const files = [file('usr/lib/b'), { ...file('usr/bin/a'), isExecutable: true }];
    const layer = makeLayer(files, 7);
    expect(makeLayer(files.toReversed(), 7)).toEqual(layer);
    const entries = await entriesOf(layer);
    expect([...entries.keys()]).toEqual(['usr/', 'usr/bin/', 'usr/bin/a', 'usr/lib/', 'usr/lib/b']);
    expect([...entries.values()].map(({ mode }) => mode)).toEqual(['755', '755', '755', '755', '644']);
    expect(new Set([...entries.values()].map(({ owner }) => owner))).toEqual(new Set(['0:0 7000']));
  });

  it('has a user, and a folder that everybody may write to', async () => {
    const entries = await entriesOf(makeLayer(runtimeFiles(Buffer.from('node'), []), 0));
    expect(entries.get('usr/bin/node')).toMatchObject({ mode: '755', text: 'node' });
    expect(entries.get('etc/passwd')?.text).toMatch(/^nonroot:x:65532:65532:.*:\/tmp:/m);
    expect(entries.get('tmp/')?.mode).toBe('1777');
  });

  it('starts the program by its name', async () => {
    const entries = await entriesOf(makeLayer(programFiles([file('bin/kubectl-debug.js')]), 0));
    expect(entries.get('usr/bin/kubectl-debug')).toMatchObject({ mode: '755' });
    expect(entries.get('usr/bin/kubectl-debug')?.text).toMatch(/^#!\/usr\/bin\/node\nrequire\('\/usr\/lib\//);
    expect(entries.has('usr/lib/kubectl-debug/bin/kubectl-debug.js')).toBe(true);
  });
});

describe('an image', () => {
  const archive = makeLayer([{ kind: 'file', path: 'a', bytes: Buffer.from('a') }], 0);
  const program = { version: '1', description: 'd', license: 'l', source: 'https://example.com/s' };
  const config = imageConfig({ ...program, nodeVersion: undefined });
  const parts = {
    name: 'registry.example.com:5000/tools/debug:v1',
    architecture: 'arm64',
    layers: [{ archive, compressed: gzipSync(archive), holds: 'a file' }],
    config,
    createdAt: 0,
  } as const;

  it('says in its labels what it is and where its source is', () => {
    expect(config.Labels).toEqual({
      'org.opencontainers.image.title': 'kubectl-debug',
      'org.opencontainers.image.description': 'd',
      'org.opencontainers.image.version': '1',
      'org.opencontainers.image.licenses': 'l',
      'org.opencontainers.image.source': 'https://example.com/s',
      'org.opencontainers.image.url': 'https://example.com/s',
    });
  });

  it('has the same blobs for OCI and for Docker, each under its digest', async () => {
    const image = makeImage(parts);
    expect(makeImage(parts)).toEqual(image);
    const entries = await entriesOf(image.archive);
    const blobs = [...entries].filter(([name]) => /^blobs\/sha256\/./.test(name));
    expect(blobs).toHaveLength(3);
    for (const [name, { text }] of blobs)
      expect(name).toBe(`blobs/sha256/${createHash('sha256').update(text, 'latin1').digest('hex')}`);
    const read = (name: string): unknown => JSON.parse(entries.get(name)?.text ?? '');
    const at = (digest: string): string => `blobs/${digest.replace(':', '/')}`;
    expect(read('index.json')).toMatchObject({
      manifests: [
        {
          digest: image.digest,
          platform: { architecture: 'arm64', os: 'linux' },
          annotations: { 'io.containerd.image.name': parts.name, 'org.opencontainers.image.ref.name': 'v1' },
        },
      ],
    });
    const manifest = read(at(image.digest)) as { config: { digest: string }; layers: { digest: string }[] };
    expect(read('manifest.json')).toEqual([
      {
        Config: at(manifest.config.digest),
        RepoTags: [parts.name],
        Layers: manifest.layers.map(({ digest }) => at(digest)),
      },
    ]);
    const layer = entries.get(at(manifest.layers[0]?.digest ?? ''))?.text ?? '';
    expect(gunzipSync(Buffer.from(layer, 'latin1'))).toEqual(archive);
    expect(read(at(manifest.config.digest))).toMatchObject({
      architecture: 'arm64',
      config: { User: '65532:65532', Entrypoint: ['/usr/bin/kubectl-debug'] },
      rootfs: { diff_ids: [`sha256:${createHash('sha256').update(archive).digest('hex')}`] },
    });
  });
});
