import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { createRecordFile } from './record-file.ts';
import type { RecordPlace } from './record-wish.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-record-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const create = (place: RecordPlace, env: Readonly<Record<string, string>> = { XDG_STATE_HOME: folder }) =>
  createRecordFile(anIo({ env }).io, { place, name: '20260331-120000-shop-web-1', ending: '.cast' });
const inFile = (name: string): RecordPlace => ({ kind: 'file', path: path.join(folder, name) });

describe('createRecordFile', () => {
  it.each<{ label: string; place: () => RecordPlace; file: string }>([
    { label: 'a file', place: () => inFile('a.cast'), file: 'a.cast' },
    {
      label: 'a new file in a folder that does not exist yet',
      place: () => ({ kind: 'folder', path: path.join(folder, 'new', 'records') }),
      file: 'new/records/20260331-120000-shop-web-1.cast',
    },
    {
      label: 'a new file in the folder of records',
      place: () => ({ kind: 'own-folder' }),
      file: 'kubectl-debug/records/20260331-120000-shop-web-1.cast',
    },
  ])('makes $label, which only the user can read', async ({ place, file }) => {
    const record = await create(place());
    record.append('one\n');
    record.append('zwö\n');
    expect(await readFile(path.join(folder, file), 'utf8')).toBe('one\nzwö\n');
    await record.close();
    expect(record.path).toBe(path.join(folder, file));
    expect((await stat(record.path)).mode & 0o777).toBe(0o600);
    expect(record.sha256()).toBe(createHash('sha256').update('one\nzwö\n').digest('hex'));
  });

  it('takes another name for a second record of the same container in the same second', async () => {
    const records = [await create({ kind: 'own-folder' }), await create({ kind: 'own-folder' })];
    await Promise.all(records.map((record) => record.close()));
    expect(records.map((record) => path.basename(record.path))).toEqual([
      '20260331-120000-shop-web-1.cast',
      '20260331-120000-shop-web-1-2.cast',
    ]);
  });

  it.each<{ label: string; make: (file: string) => Promise<void>; why: RegExp }>([
    { label: 'a file that exists', make: (file) => writeFile(file, 'kept'), why: /it exists already$/ },
    { label: 'a link', make: (file) => symlink(`${file}.target`, file), why: /it exists already$/ },
    {
      label: 'a file in a folder that is missing',
      make: () => rm(folder, { recursive: true }),
      why: /ENOENT/,
    },
  ])('refuses $label, and changes nothing', async ({ make, why }) => {
    await make(path.join(folder, 'a.cast'));
    await expect(create(inFile('a.cast'))).rejects.toMatchObject({
      kind: 'record-failed',
      message: expect.stringMatching(why),
    });
    await expect(readFile(path.join(folder, 'a.cast'), 'utf8').catch(() => 'kept')).resolves.toBe('kept');
    await expect(stat(path.join(folder, 'a.cast.target'))).rejects.toThrow(/ENOENT/);
  });

  it('leaves no file that would belong to somebody else', async () => {
    const other = { ...anIo({}).io, userId: (process.getuid?.() ?? 0) + 1 };
    const placed = { place: inFile('a.cast'), name: 'x', ending: '.cast' } as const;
    await expect(createRecordFile(other, placed)).rejects.toMatchObject({ kind: 'record-failed' });
    await expect(stat(path.join(folder, 'a.cast'))).rejects.toThrow(/ENOENT/);
  });

  it('refuses a folder of records that others may write to', async () => {
    await mkdir(path.join(folder, 'kubectl-debug', 'records'), { recursive: true });
    await chmod(path.join(folder, 'kubectl-debug', 'records'), 0o777);
    await expect(create({ kind: 'own-folder' })).rejects.toMatchObject({
      kind: 'record-failed',
      message: expect.stringMatching(/others may write to .*records$/),
    });
  });

  it('refuses to record below the working directory if there is no home folder', async () => {
    const homeless = { ...anIo({ env: { XDG_STATE_HOME: 'state' } }).io, homeDirectory: undefined };
    const placed = { place: { kind: 'own-folder' }, name: 'x', ending: '.cast' } as const;
    await expect(createRecordFile(homeless, placed)).rejects.toMatchObject({
      kind: 'record-failed',
      hint: expect.stringContaining('--record=FILE'),
    });
  });
});
