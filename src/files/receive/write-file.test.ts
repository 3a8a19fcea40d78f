import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SourceEntry } from '../file-sink.ts';
import { writeFailure } from './write-failure.ts';
import { fileTime, writeFile } from './write-file.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'write-'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const MIB = 1024 * 1024;

function write(place: string, fields: Partial<SourceEntry>) {
  const entry: SourceEntry = { path: '', kind: 'file', size: 0, mode: 0o644, mtime: 1, ...fields };
  return writeFile({
    descriptor: openSync(place, 'w'),
    entry,
    from: 0,
    mode: undefined,
    isSynced: false,
    name: () => place,
    onClosed: () => undefined,
  });
}

describe('a file with holes', () => {
  it('takes room for its data alone, and has the same bytes', async () => {
    const bytes = Buffer.alloc(MIB);
    bytes.write('begin');
    bytes.write('middle', 500_000);
    const place = join(base, 'x');
    const writer = write(place, { size: MIB, sparse: true });
    // Pieces that do not fit the blocks of the file.
    for (let at = 0; at < MIB; at += 50_000) await writer.write(bytes.subarray(at, at + 50_000));
    await writer.finish();
    expect(readFileSync(place).equals(bytes)).toBe(true);
    expect(statSync(place).blocks * 512).toBeLessThan(300_000);
  });

  it('keeps the hole at its end when it is left', async () => {
    const place = join(base, 'x');
    const writer = write(place, { size: 2 * MIB, sparse: true });
    await writer.write(Buffer.alloc(MIB));
    writer.leave();
    expect(statSync(place).size).toBe(MIB);
  });
});

describe('a file that cannot be written', () => {
  it('is named, with how much room it needs', () => {
    const writer = write('/dev/full', { size: 3 * MIB + 1 });
    const step = () => writer.write(Buffer.from('x'));
    expect(step).toThrow('cannot write /dev/full: the disk is full');
    expect(step).toThrow(
      expect.objectContaining({
        kind: 'write-failed',
        hint: 'free at least 3.1 MiB more, then run the same command again: it goes on with what has come',
      }),
    );
    writer.leave();
  });

  it.each([
    ['EDQUOT', 'your quota on this disk is used up'],
    ['EFBIG', 'it is larger than the file system, or your limit (ulimit -f), allows'],
    ['EROFS', 'the file system is read-only'],
    ['EODD', 'odd'],
  ])('says what %s means', (code, reason) => {
    const error = Object.assign(new Error('odd'), { code });
    expect(writeFailure(error, { path: '/a' })).toMatchObject({ message: `cannot write /a: ${reason}` });
  });

  it('shows how to make the folder that does not exist', () => {
    const error = Object.assign(new Error('odd'), { code: 'ENOENT' });
    expect(writeFailure(error, { path: '/my dumps/a' })).toMatchObject({
      message: 'cannot write /my dumps/a: its folder does not exist',
      hint: "to make the folder: mkdir -p '/my dumps'",
    });
  });

  it('does not hide a mistake of ours', () => {
    const mistake = new Error('mistake');
    expect(writeFailure(mistake, { path: '/a' })).toBe(mistake);
  });
});

describe('the time of a file', () => {
  it.each([
    [1.9, 1],
    [NaN, 0],
    [Infinity, 0],
    [1e300, 2 ** 35],
    [-1e300, -(2 ** 35)],
  ])('is, for %s, %s', (mtime, seconds) => {
    expect(fileTime({ mtime })).toBe(seconds);
  });
});
