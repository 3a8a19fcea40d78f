import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { extract } from 'tar-stream';
import type { SourceEntry } from '../file-sink.ts';
import { tarSink, type TarSink } from './tar-sink.ts';

/** The programs of this machine that read tar; test/e2e uploads to a container with busybox. */
const READERS = [
  { program: 'GNU tar', command: ['tar'] },
  { program: 'busybox', command: ['busybox', 'tar'] },
].filter(({ command: [program = ''] }) => spawnSync(program, ['--help']).error === undefined);

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tar-'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const entryOf = (
  path: string,
  kind: SourceEntry['kind'],
  fields: Partial<SourceEntry> = {},
): SourceEntry => ({
  path,
  kind,
  size: 0,
  mode: 0o644,
  mtime: 1_600_000_000,
  ...fields,
});

async function put(sink: TarSink, path: string, text: string, fields: Partial<SourceEntry> = {}) {
  const writer = sink.openFile(entryOf(path, 'file', { size: text.length, ...fields }), 0);
  if (writer === undefined) return;
  await writer.write(Buffer.from(text, 'latin1'));
  await writer.finish();
}

/** The stream that `fill` writes. */
async function streamOf(top: string, fill: (sink: TarSink) => Promise<void>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sink = tarSink((bytes) => {
    pieces.push(bytes);
    return undefined;
  }, top);
  await fill(sink);
  await sink.end();
  return Buffer.concat(pieces);
}

interface Read {
  readonly name: string;
  readonly type: string | null | undefined;
  readonly size: number | undefined;
  readonly mode: number | undefined;
  readonly seconds: number;
  readonly target: string | null | undefined;
}

/** What tar-stream reads. */
async function readBack(stream: Buffer): Promise<readonly Read[]> {
  const found: Read[] = [];
  const reader = extract();
  reader.end(stream);
  for await (const entry of reader) {
    const { name, type, size, mode, mtime, linkname } = entry.header;
    found.push({ name, type, size, mode, seconds: Number(mtime) / 1000, target: linkname });
    entry.resume();
  }
  return found;
}

const LONG = 'n'.repeat(200);
const NAMES = [
  'plain',
  'white space',
  'ü'.normalize(),
  'ÿ\xfe',
  'line\nbreak',
  LONG,
  'n'.repeat(99),
  'n'.repeat(100),
];
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a tar stream', () => {
  it('has each entry below the base name of what was copied', async () => {
    const stream = await streamOf('conf', async (sink) => {
      await sink.addFolder(entryOf('', 'folder', { mode: 0o2755 }));
      await put(sink, 'x', 'hello', { mode: 0o4755, mtime: 2 ** 33 });
      await sink.addLink(entryOf('l', 'link'), '/etc/passwd');
      expect(sink.addHardLink(entryOf('h', 'file', { size: 5 }), 'x')).toBe(true);
      expect(sink.addHardLink(entryOf('i', 'file', { size: 5 }), 'l')).toBe(false);
    });
    expect(stream.length % 512).toBe(0);
    const usual = { size: 0, mode: 0o644, seconds: 1_600_000_000, target: null };
    expect(await readBack(stream)).toEqual([
      { ...usual, name: 'conf/', type: 'directory', mode: 0o755 },
      { ...usual, name: 'conf/x', type: 'file', size: 5, mode: 0o755, seconds: 2 ** 33 },
      { ...usual, name: 'conf/l', type: 'symlink', target: '/etc/passwd' },
      { ...usual, name: 'conf/h', type: 'link', target: 'conf/x' },
    ]);
  });

  it.each(READERS)('is unpacked by $program with names of any bytes and lengths', async ({ command }) => {
    const deep = Array.from({ length: 8 }, (_, index) => `${LONG}${index}`);
    const stream = await streamOf('top', async (sink) => {
      await sink.addFolder(entryOf('', 'folder', { mode: 0o755 }));
      for (const name of NAMES) await put(sink, name, name);
      for (let depth = 1; depth <= deep.length; depth += 1)
        await sink.addFolder(entryOf(deep.slice(0, depth).join('/'), 'folder', { mode: 0o755 }));
      await put(sink, [...deep, 'end'].join('/'), 'deep');
      await sink.addLink(entryOf('link', 'link'), deep.join('/'));
      sink.addHardLink(entryOf('hard', 'file'), [...deep, 'end'].join('/'));
    });
    writeFileSync(join(base, 'x.tar'), stream);
    const [program = '', ...words] = command;
    execFileSync(program, [...words, '-x', '-f', 'x.tar'], { cwd: base });
    const list = execFileSync('find', ['top', '-printf', '%p\\0%s\\0%l\\0%T@\\0'], { cwd: base });
    for (const name of NAMES) {
      const length = name.length;
      expect(list.includes(bytesOf(`top/${name}\0${length}\0\x001600000000.`))).toBe(true);
    }
    expect(list.includes(bytesOf(`top/link\0${deep.join('/').length}\0${deep.join('/')}\0`))).toBe(true);
    expect(list.includes(bytesOf('top/hard\x004\0'))).toBe(true);
  });

  it('tells sizes above 8 GiB and times before 1970', async () => {
    const size = 9 * 2 ** 30;
    const file = openSync(join(base, 'x.tar'), 'w');
    const pieces: Buffer[] = [];
    const sink = tarSink((bytes) => void pieces.push(bytes), 'big');
    sink.openFile(entryOf('', 'file', { size, mtime: -86_400 }), 0);
    // The header alone, and a hole in place of the bytes.
    await expect(sink.end()).rejects.toThrow('before the end');
    const writer = sink.openFile(entryOf('', 'file', { size }), 0);
    const piece = Buffer.alloc(2 ** 16);
    await writer?.write(piece);
    writeSync(file, Buffer.concat(pieces));
    writeSync(file, Buffer.alloc(1024), 0, 1024, 512 + size);
    closeSync(file);
    const env = { ...process.env, TZ: 'UTC' };
    for (const { command } of READERS) {
      const [program = '', ...words] = command;
      const list = execFileSync(program, [...words, '-tvf', 'x.tar'], { cwd: base, env }).toString();
      expect(list).toMatch(/ 9663676416 1969-12-31 00:00(:00)? big\n$/);
    }
  });

  it('refuses what would lead out', async () => {
    const sink = tarSink(() => undefined, 'conf');
    await sink.addFolder(entryOf('', 'folder'));
    await sink.addLink(entryOf('l', 'link'), '/etc');
    for (const path of ['../x', '/x', 'l/passwd', 'l', 'missing/x']) await put(sink, path, 'evil');
    expect(sink.refused()).toEqual([
      { why: 'outside', count: 5, paths: ['../x', '/x', 'l/passwd', 'l', 'missing/x'] },
    ]);
  });

  it('goes on with a file that was left', async () => {
    const stream = await streamOf('x', async (sink) => {
      const entry = entryOf('', 'file', { size: 6 });
      const first = sink.openFile(entry, 0);
      await first?.write(Buffer.from('abc'));
      first?.leave();
      expect(sink.hasFile(entry)).toBe(false);
      const part = sink.partOf(entry);
      expect(part?.bytes).toBe(3);
      expect((await part?.hash(3))?.digest('hex')).toBe(createHash('sha256').update('abc').digest('hex'));
      const second = sink.openFile(entry, 3);
      await second?.write(Buffer.from('def'));
      await second?.finish();
    });
    expect(stream.subarray(512, 518).toString()).toBe('abcdef');
    expect(stream).toHaveLength(4 * 512);
  });

  it('passes large pieces on at once, and waits for who reads it', async () => {
    const pieces: number[] = [];
    let open: () => void = () => undefined;
    const sink = tarSink((bytes) => {
      pieces.push(bytes.length);
      return new Promise((resolve) => (open = resolve));
    }, 'x');
    const writer = sink.openFile(entryOf('', 'file', { size: 2 ** 16 }), 0);
    let isTaken = false;
    const write = Promise.resolve(writer?.write(Buffer.alloc(2 ** 16))).then(() => (isTaken = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(pieces).toEqual([2 ** 16 + 512]);
    expect(isTaken).toBe(false);
    open();
    await write;
    expect(isTaken).toBe(true);
  });
});
