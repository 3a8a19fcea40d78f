import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aRunRow } from '../../../test/builders/a-run-row.ts';
import type { FileLine, JournalLine } from '../../audit/journal/journal-line.ts';
import { rowToJson } from '../../audit/rows/row-json.ts';
import { collectHere } from './collect-here.ts';
import { journalWithFiles } from './journal-with-files.ts';
import { receiveFiles, type FileReceiver } from './receive-files.ts';

const ID = 'audit-bcdfghjklmnp';
const POD = { namespace: 'shop', name: 'web-1' };
const ROW = aRunRow({
  namespace: 'shop',
  pod: 'web-1',
  target: 'app',
  collected: { files: [], leftOut: [] },
});
const LINE = { kind: 'row', id: ID, row: rowToJson(ROW) } as const;
const SECOND = 1_700_000_000;
const SETTINGS = someAuditSettings({ maxFailures: { kind: 'count', count: 1 } });
const MOST = 8 * 1024 * 1024;

let root: string;
let sent: JournalLine[];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-files-'));
  sent = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const here = (...parts: readonly string[]): string => path.join(root, ...parts);
const workerFolder = (...parts: readonly string[]): string => here('worker/shop/web-1/app', ...parts);
const received = (...parts: readonly string[]): string => here('mine/shop/web-1/app', ...parts);

/** Makes a file as a worker has collected it. */
function collect(name: string, text: string | Buffer, mode = 0o644): void {
  mkdirSync(path.dirname(workerFolder(name)), { recursive: true });
  writeFileSync(workerFolder(name), text);
  chmodSync(workerFolder(name), mode);
  utimesSync(workerFolder(name), SECOND, SECOND);
}

/** What the worker notes for its row. */
async function send(paths: readonly string[]): Promise<readonly JournalLine[]> {
  const journal = { note: (...lines: readonly JournalLine[]) => Promise.resolve(void sent.push(...lines)) };
  await journalWithFiles(journal, { folder: here('worker'), paths }).note(LINE);
  return sent;
}

function receiver(paths: readonly string[], most = MOST): FileReceiver {
  mkdirSync(here('mine'), { recursive: true, mode: 0o700 });
  return receiveFiles({
    io: { platform: 'linux', userId: process.getuid?.(), now: () => new Date() },
    collect: { paths, folder: here('mine') },
    most,
    podOf: (id) => (id === ID ? POD : undefined),
  });
}

async function receive(lines: readonly JournalLine[], into: FileReceiver) {
  for (const line of lines) if (line.kind === 'file') await into.see(line);
  return into.complete(ID, ROW);
}

const aLine = (more: Partial<FileLine>): FileLine => ({
  kind: 'file',
  id: ID,
  container: 'app',
  top: '/etc',
  path: '',
  type: 'folder',
  size: 0,
  mode: 0o755,
  mtime: SECOND,
  offset: 0,
  bytes: '',
  ...more,
});

describe('files on their way from a worker to a folder', () => {
  it('arrive with their bytes, modes, times and links', async () => {
    const large = Buffer.alloc(700 * 1024, 'abcdefg');
    collect('etc/app/large', large, 0o600);
    collect('etc/app/empty', '');
    collect('etc/app/inner/run', '#!/bin/sh\n', 0o755);
    symlinkSync('inner/run', workerFolder('etc/app/link'));
    collect('etc/hosts', 'localhost\n', 0o400);
    chmodSync(workerFolder('etc/app'), 0o550);
    const lines = await send(['/etc/app', '/etc/hosts', '/not/there']);
    expect(await receive(lines, receiver(['/etc/app', '/etc/hosts']))).toBe(ROW);
    expect(readFileSync(received('etc/app/large')).equals(large)).toBe(true);
    expect(readFileSync(received('etc/app/empty'), 'utf8')).toBe('');
    expect(readFileSync(received('etc/app/inner/run'), 'utf8')).toBe('#!/bin/sh\n');
    expect(readlinkSync(received('etc/app/link'))).toBe('inner/run');
    const modeOf = (name: string): number => lstatSync(received(name)).mode & 0o777;
    expect(['etc/app', 'etc/app/large', 'etc/app/inner/run', 'etc/hosts'].map(modeOf)).toEqual([
      0o550, 0o600, 0o755, 0o400,
    ]);
    expect(lstatSync(received('etc/hosts')).mtimeMs).toBe(SECOND * 1000);
  });

  it('come before their row, in lines of a bounded size, and are removed from the worker', async () => {
    collect('data', Buffer.alloc(600 * 1024));
    const lines = await send(['/data']);
    expect(lines.map(({ kind }) => kind)).toEqual(['file', 'file', 'file', 'row']);
    expect(Math.max(...lines.map((line) => (line.kind === 'file' ? line.bytes.length : 0)))).toBeLessThan(
      400 * 1024,
    );
    expect(existsSync(workerFolder())).toBe(false);
  });

  it('come again from a worker that was killed, and replace what had come', async () => {
    collect('etc/a', 'first, longer');
    const before = await send(['/etc']);
    sent = [];
    collect('etc/b', 'second');
    const after = await send(['/etc']);
    const into = receiver(['/etc']);
    await receive([...before.slice(0, 2), ...after], into);
    expect(readdirSync(received('etc'))).toEqual(['b']);
    into.close();
    expect(readdirSync(received())).toEqual(['etc']);
  });

  it('may have names that are not UTF-8', async () => {
    collect('etc/a', 'x');
    const name = Buffer.concat([Buffer.from(`${workerFolder('etc')}/`), Buffer.from([0xff, 0xfe])]);
    writeFileSync(name, 'strange');
    await receive(await send(['/etc']), receiver(['/etc']));
    expect(readdirSync(received('etc'), { encoding: 'buffer' })).toContainEqual(Buffer.from([0xff, 0xfe]));
  });

  it('are of no row that has none', async () => {
    const row = rowToJson(aRunRow({ namespace: 'shop', pod: 'web-1', target: 'app' }));
    const journal = { note: (...lines: readonly JournalLine[]) => Promise.resolve(void sent.push(...lines)) };
    collect('etc/a', 'x');
    await journalWithFiles(journal, { folder: here('worker'), paths: ['/etc'] }).note({ ...LINE, row });
    expect(sent).toHaveLength(1);
  });
});

describe('collectHere', () => {
  const collect = { paths: ['/data'], folder: '/of/somebody/else', maxTotal: MOST };
  const journal = { note: () => Promise.resolve() };

  it('collects in a folder of its own, and removes it', () => {
    const here = collectHere(journal, { ...SETTINGS, collect }, root);
    const { folder = '' } = here.settings.collect ?? {};
    expect(path.dirname(folder)).toBe(root);
    expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    expect(here.journal).not.toBe(journal);
    here.close();
    expect(readdirSync(root)).toEqual([]);
  });

  it('changes nothing for a command', () => {
    expect(collectHere(journal, SETTINGS, root)).toMatchObject({ journal, settings: SETTINGS });
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('lines that no worker writes', () => {
  it.each([
    { title: 'of no item', lines: [aLine({ id: 'audit-other' })] },
    { title: 'of a path that nobody asked for', lines: [aLine({ top: '/root' })] },
    { title: 'of a path that leads out', lines: [aLine({ top: '/../../x' })] },
    { title: 'without a beginning', lines: [aLine({ path: 'a', type: 'file' })] },
  ])('are ignored: $title', async ({ lines }) => {
    await receive(lines, receiver(['/etc']));
    expect(readdirSync(here('mine'))).toEqual([]);
  });

  it.each([
    { title: 'a name that leads out', more: { path: '../../../out', type: 'file' as const } },
    { title: 'an absolute name', more: { path: '/tmp/out', type: 'file' as const } },
    { title: 'a link that leads out', more: { path: 'out', type: 'link' as const, bytes: 'Li4vLi4vLi4=' } },
  ])('are left out of the row and the folder: $title', async ({ more }) => {
    const row = await receive([aLine({}), aLine(more)], receiver(['/etc']));
    expect(readdirSync(received('etc'))).toEqual([]);
    expect(row).toMatchObject({
      exitCode: 1,
      collected: { leftOut: [{ why: expect.stringMatching(/outside/) }] },
    });
    expect(row.notes).toEqual(['files that this machine cannot have were left out: 1']);
  });

  it('cannot go through a link that lies in the folder', async () => {
    mkdirSync(here('mine/shop/web-1'), { recursive: true, mode: 0o700 });
    mkdirSync(here('elsewhere'));
    symlinkSync(here('elsewhere'), received());
    await expect(receive([aLine({})], receiver(['/etc']))).rejects.toMatchObject({ kind: 'write-failed' });
    expect(readdirSync(here('elsewhere'))).toEqual([]);
  });

  it('cannot fill the disk', async () => {
    const bytes = Buffer.alloc(1000).toString('base64');
    const lines = Array.from({ length: 20 }, (_, index) =>
      aLine({ path: `f${index}`, type: 'file', size: 1000, bytes }),
    );
    await expect(receive([aLine({}), ...lines], receiver(['/etc'], 10_000))).rejects.toMatchObject({
      kind: 'too-large',
    });
  });
});
