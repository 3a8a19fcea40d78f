import { describe, expect, it } from 'vitest';
import { modeLines, stageEntries, stagedMode } from './send-plan.ts';
import { escapedName } from './send-scripts.ts';
import type { LocalEntry } from './source-entry.ts';

const entry = (path: string, kind: LocalEntry['kind'], mode: number): LocalEntry => ({
  path,
  kind,
  mode,
  size: 0,
  mtime: 0,
  local: Buffer.from('/x'),
  isSparse: false,
});
const TREE = [entry('', 'folder', 0o777), entry('a', 'file', 0o666), entry('ro', 'folder', 0o555)];

describe('stageEntries', () => {
  it.each([
    { label: 'a name', top: 'web', names: ['web', 'web/a', 'web/ro'] },
    { label: 'no name', top: undefined, names: ['a', 'ro'] },
  ])('names the entries of a source with $label', ({ top, names }) => {
    expect(stageEntries(TREE, { top, preserves: true }).map(({ name }) => name)).toEqual(names);
  });

  it.each([
    { preserves: true, modes: [0o777, 0o666, 0o555] },
    { preserves: false, modes: [0o755, 0o644, 0o555] },
  ])('gives modes with preserves $preserves', ({ preserves, modes }) => {
    expect(stageEntries(TREE, { top: 'x', preserves }).map(({ mode }) => mode)).toEqual(modes);
  });
});

it('stages a folder so that it can be filled and moved, and gives it its mode at the end', () => {
  const staged = stageEntries(TREE, { top: 'x', preserves: true });
  expect(staged.map(stagedMode)).toEqual([0o777, 0o666, 0o755]);
  expect(modeLines(staged)).toBe('mode x/ro 555\n');
});

it.each([
  { name: 'web/app.log', escaped: 'web/app.log' },
  { name: 'a b', escaped: String.raw`a\0040b` },
  { name: 'n\nl\xff\\', escaped: String.raw`n\0012l\0377\0134` },
])('escapes "$name" for printf', ({ name, escaped }) => {
  expect(escapedName(name)).toBe(escaped);
});
