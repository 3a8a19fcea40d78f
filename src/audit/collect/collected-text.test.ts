import { expect, it } from 'vitest';
import { collectedText } from './collected-text.ts';

const file = (path: string, sha256 = 'aa') => ({ path, size: 3, sha256, mode: 0o644, mtime: new Date(0) });

it('lists files by path, whatever the order in which they came', () => {
  const text = 'aa  3  /etc/a\naa  3  /etc/b\n';
  expect(collectedText({ files: [file('/etc/b'), file('/etc/a')], links: [], leftOut: [] })).toBe(text);
  expect(collectedText({ files: [file('/etc/a'), file('/etc/b')], links: [], leftOut: [] })).toBe(text);
});

it.each(['2026_11_22_21_00_00.123456789', '2025_01_02_03_04_05.1'])(
  'is equal for equal ConfigMaps, of whose folders one is ..%s',
  (version) => {
    const listing = {
      files: [file(`/etc/app/..${version}/app.conf`)],
      links: [
        { path: '/etc/app/..data', target: `..${version}` },
        { path: '/etc/app/app.conf', target: '..data/app.conf' },
      ],
      leftOut: [],
    };
    expect(collectedText(listing)).toBe(
      'aa  3  /etc/app/..data/app.conf\nlink  /etc/app/app.conf -> ..data/app.conf\n',
    );
  },
);

it.each([
  { why: 'file-not-found', size: undefined, line: '/x: no such file or folder [file-not-found]' },
  { why: 'max-output', size: 12, line: '/x (12 bytes): beyond --max-output [max-output]' },
  { why: 'unheard', size: undefined, line: '/x: unheard [unheard]' },
])('says why a path was left out: $why', ({ why, size, line }) => {
  const left = { path: '/x', why, ...(size !== undefined && { size }) };
  expect(collectedText({ files: [], links: [], leftOut: [left] })).toBe(`not collected  ${line}\n`);
});
