import { expect, it } from 'vitest';
import { baseName, namesFolder, placeSource, type PlaceKind, type Placement } from './destination.ts';

const named: Placement = { kind: 'named' };
const contents: Placement = { kind: 'contents' };
const into = (name: string): Placement => ({ kind: 'into', name });

type Row = readonly [
  source: string,
  sourceKind: 'file' | 'folder',
  destination: string,
  destinationKind: PlaceKind,
  expected: Placement | RegExp,
];

// The table of https://docs.docker.com/reference/cli/docker/container/cp/
const ROWS: readonly Row[] = [
  ['a/x.log', 'file', 'new', 'missing', named],
  ['a/x.log', 'file', 'new/', 'missing', /no such folder/],
  ['a/x.log', 'file', 'old', 'file', named],
  ['a/x.log', 'file', 'old/', 'file', /a file, not a folder/],
  ['a/x.log', 'file', 'dir', 'folder', into('x.log')],
  ['a/x.log', 'file', 'dir/', 'folder', into('x.log')],
  ['a/x.log', 'file', '.', 'folder', into('x.log')],
  ['a/x.log/', 'file', 'dir', 'folder', /source is a file/],
  ['a/x.log/.', 'file', 'dir', 'folder', /source is a file/],
  ['a/web', 'folder', 'new', 'missing', named],
  ['a/web', 'folder', 'new/', 'missing', named],
  ['a/web/.', 'folder', 'new', 'missing', named],
  ['a/web', 'folder', 'old', 'file', /destination is a file/],
  ['a/web', 'folder', 'dir', 'folder', into('web')],
  ['a/web/', 'folder', 'dir/', 'folder', into('web')],
  ['a/web//', 'folder', 'dir', 'folder', into('web')],
  ['a/web/.', 'folder', 'dir', 'folder', contents],
  ['.', 'folder', 'dir', 'folder', contents],
  ['a/..', 'folder', 'dir', 'folder', contents],
  ['/', 'folder', 'dir', 'folder', contents],
];

it.each(ROWS)('puts %s (%s) to %s (%s)', (source, sourceKind, destination, destinationKind, expected) => {
  const placed = placeSource({ source, sourceKind, destination, destinationKind, isOneOfSeveral: false });
  if (expected instanceof RegExp)
    expect(placed).toEqual({ kind: 'refused', why: expect.stringMatching(expected) as string });
  else expect(placed).toEqual(expected);
});

it.each([
  { destinationKind: 'folder', expected: into('x.log') },
  { destinationKind: 'missing', expected: { kind: 'refused' } },
  { destinationKind: 'file', expected: { kind: 'refused' } },
] as const)('takes one of several sources only into a folder: $destinationKind', (row) => {
  const { destinationKind, expected } = row;
  const placed = placeSource({
    source: 'x.log',
    sourceKind: 'file',
    destination: 'd',
    destinationKind,
    isOneOfSeveral: true,
  });
  expect(placed).toMatchObject(expected);
});

it.each(['/', 'a/', '.', '..', 'a/.', 'a/..', ''])('takes "%s" for a folder', (path) => {
  expect(namesFolder(path)).toBe(true);
});

it.each(['a', 'a/b', '.a', 'a..', '...'])('does not take "%s" for a folder by its end', (path) => {
  expect(namesFolder(path)).toBe(false);
  expect(baseName(path)).toBe(path.split('/').at(-1));
});
