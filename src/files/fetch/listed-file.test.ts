import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { nameInFolder, readList, readListedFile, type ListedFile } from './listed-file.ts';

const MIB = 1024 * 1024;

describe('readListedFile', () => {
  it.each<{ label: string; line: string; expected: Partial<ListedFile> }>([
    {
      label: 'a file',
      line: '81a4 5 8 1700000000 1 fe:7 ./a',
      expected: { path: 'a', kind: 'file', size: 5, mode: 0o644, mtime: 1_700_000_000, inode: undefined },
    },
    { label: 'the copied folder', line: '41ed 4096 8 1 3 0:1 .', expected: { path: '', kind: 'folder' } },
    {
      label: 'a setuid program',
      line: '89ed 5 8 1 1 0:1 ./bin/su',
      expected: { path: 'bin/su', mode: 0o4755 },
    },
    { label: 'a link', line: 'a1ff 9 0 1 1 0:1 ./l', expected: { kind: 'link', size: 9 } },
    { label: 'a FIFO', line: '11a4 0 0 1 1 0:1 ./f', expected: { kind: 'special' } },
    { label: 'a device', line: '2190 0 0 1 1 0:1 ./d', expected: { kind: 'special' } },
    { label: 'a socket', line: 'c1ed 0 0 1 1 0:1 ./s', expected: { kind: 'special' } },
    {
      label: 'a file with two names',
      line: '81a4 5 8 1 2 fe:7 ./b',
      expected: { kind: 'file', inode: 'fe:7' },
    },
    {
      label: 'a folder, whose links are its subfolders',
      line: '41ed 0 8 1 9 0:1 ./d',
      expected: { inode: undefined },
    },
    { label: 'a time before 1970', line: '81a4 5 8 -86400 1 0:1 ./old', expected: { mtime: -86_400 } },
    { label: 'spaces', line: '81a4 5 8 1 1 0:1 ./ a  b ', expected: { path: ' a  b ' } },
    { label: 'a line break', line: '81a4 5 8 1 1 0:1 ./a\nb\n', expected: { path: 'a\nb\n' } },
    { label: 'a dash', line: '81a4 5 8 1 1 0:1 ./-rf', expected: { path: '-rf' } },
    { label: 'a large file', line: `81a4 ${MIB} 2048 1 1 0:1 ./a`, expected: { sparse: false } },
    { label: 'a sparse file', line: `81a4 ${MIB} 8 1 1 0:1 ./a`, expected: { sparse: true } },
    { label: 'half a file', line: `81a4 ${MIB} 1024 1 1 0:1 ./a`, expected: { sparse: false } },
    { label: 'a small file of holes', line: `81a4 ${MIB - 1} 0 1 1 0:1 ./a`, expected: { sparse: false } },
    { label: 'a sparse folder', line: `41ed ${2 * MIB} 0 1 2 0:1 ./a`, expected: { sparse: false } },
  ])('reads $label', ({ line, expected }) => {
    expect(readListedFile(line)).toMatchObject(expected);
  });

  it.each([
    '',
    'stat: cannot stat ./a',
    '81a4 5 8 1 1 0:1 /etc/passwd',
    '81a4 5 8 1 1 0:1 ../a',
    '81a4 5 8 1 1 0:1 a',
    '81a4 -5 8 1 1 0:1 ./a',
    'xyz 5 8 1 1 0:1 ./a',
  ])('drops the line %j', (line) => {
    expect(readListedFile(line)).toBeUndefined();
  });
});

it.each([
  { path: '', name: '.' },
  { path: '-n', name: './-n' },
  { path: 'a/b', name: './a/b' },
])('names "$path" as $name for a script', ({ path, name }) => {
  expect(nameInFolder(path)).toBe(name);
});

describe('readList', () => {
  const pathsOf = (pieces: readonly Buffer[], nonce = 'n0nce'): readonly string[] => {
    const paths: string[] = [];
    const list = readList(nonce, ({ path }) => paths.push(path));
    pieces.forEach(list.read);
    list.end();
    return paths;
  };
  const lineOf = (path: string): string => `n0nce 81a4 5 8 1 1 0:1 ${nameInFolder(path)}\n`;
  const asName = fc
    .array(fc.constantFrom('a', '\n', ' ', '-', 'ÿ', '\n81a4 5 8 1 1 0:1 ./forged', 'n0nce', '\\', 'é'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => `x${parts.join('')}`);

  it('reads the same names however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(asName, { maxLength: 5 }), someCuts, (names, cuts) => {
        const latin1 = names.map((name) => name.replaceAll('\nn0nce ', ''));
        const bytes = Buffer.from(latin1.map(lineOf).join(''), 'latin1');
        expect(pathsOf(cutAt(bytes, cuts))).toEqual(latin1);
      }),
    );
  });

  it('has nothing of a stream that says nothing, or has no nonce', () => {
    expect(pathsOf([])).toEqual([]);
    expect(pathsOf([Buffer.from('81a4 5 8 1 1 0:1 ./a\n')])).toEqual([]);
  });

  it('keeps each byte of a name that is not UTF-8', () => {
    expect(pathsOf([Buffer.from(lineOf('caf\xe9 \xff'), 'latin1')])).toEqual(['caf\xe9 \xff']);
  });
});
