import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { nameList, pieces, readHashLine } from './hash-files.ts';

const HASH = '0123456789abcdef'.repeat(4);

it.each([
  { label: 'a text file', line: `${HASH}  ./a b`, path: 'a b' },
  { label: 'a binary file', line: `${HASH} *./a`, path: 'a' },
  { label: 'what GNU escapes', line: `\\${HASH}  ./a\\nb\\\\c\\rd`, path: 'a\nb\\c\rd' },
  { label: 'a backslash of busybox', line: `${HASH}  ./a\\nb`, path: 'a\\nb' },
  { label: 'an escape that GNU does not know', line: `\\${HASH}  ./a\\tb`, path: 'a\\tb' },
])('reads the hash of $label', ({ line, path: expected }) => {
  expect(readHashLine(line)).toEqual([expected, HASH]);
});

it.each(['', HASH, `${HASH}  /a`, `${HASH.toUpperCase()}  ./a`, `x${HASH}  ./a`, `sha256sum: ./a: ${HASH}`])(
  'drops the line %j',
  (line) => {
    expect(readHashLine(line)).toBeUndefined();
  },
);

it.each(['plain', '-dash', 'two\nlines', 'back\\slash', 'back\\nslash', 'carriage\rreturn', ' '])(
  'understands the sha256sum of this machine on the name %j',
  (name) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hash-'));
    try {
      writeFileSync(path.join(folder, name), '');
      const line = execFileSync('sha256sum', [`./${name}`], { cwd: folder, encoding: 'latin1' });
      expect(readHashLine(line.replace(/\n$/, ''))?.[0]).toBe(name);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it('lists names for a script, each ended by NUL', () => {
  expect(nameList(['', '-a', 'b\n\xe9']).toString('latin1')).toBe('.\0./-a\0./b\n\xe9\0');
});

it('divides what is sent without a loss', () => {
  const bytes = Buffer.alloc(100_000, 'abc');
  const sent = [...pieces(bytes)];
  expect(Buffer.concat(sent).equals(bytes)).toBe(true);
  expect(Math.max(...sent.map(({ length }) => length))).toBe(32 * 1024);
});
