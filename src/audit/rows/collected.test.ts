import { expect, it } from 'vitest';
import { collectedFromJson, collectedToJson } from './collected.ts';

const FILE = {
  path: '/etc/app.conf',
  size: 3,
  sha256: 'ab12',
  mode: 0o644,
  mtime: new Date('2025-03-01T13:00:00Z'),
};

it('writes modes as chmod knows them and times as RFC 3339, and reads what it wrote', () => {
  const collected = { files: [FILE], leftOut: [{ path: '/x', why: 'max-output', size: 9 }] };
  const json = collectedToJson(collected);
  expect(json.files).toEqual([{ ...FILE, mode: '0644', mtime: '2025-03-01T13:00:00.000Z' }]);
  expect(collectedFromJson({ ...(JSON.parse(JSON.stringify(json)) as object) })).toEqual(collected);
});

it('knows a row of a command by its lack of files', () => {
  expect(collectedFromJson({ output: '' })).toBeUndefined();
});

it.each([
  { label: 'files that are no list', fields: { files: 1, leftOut: [] } },
  { label: 'a file that is no object', fields: { files: [1], leftOut: [] } },
  { label: 'a file without a hash', fields: { files: [{ path: '/x', size: 1 }], leftOut: [] } },
  {
    label: 'a time that is none',
    fields: { files: [{ path: '/x', size: 1, sha256: '', mode: '0', mtime: 'x' }], leftOut: [] },
  },
  { label: 'a negative size', fields: { files: [], leftOut: [{ path: '/x', why: 'gone', size: -1 }] } },
])('refuses $label', ({ fields }) => {
  expect(() => collectedFromJson(fields)).toThrow(TypeError);
});
