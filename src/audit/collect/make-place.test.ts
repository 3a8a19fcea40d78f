import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePlace } from './make-place.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'make-place-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('makes the folders on the way for the user alone, and not the last name', () => {
  const place = makePlace(folder, ['shop', 'web-1', 'hosts']);
  expect(place).toBe(path.join(folder, 'shop', 'web-1', 'hosts'));
  expect(statSync(path.dirname(place)).mode & 0o777).toBe(0o700);
  expect(statSync(place, { throwIfNoEntry: false })).toBeUndefined();
  expect(makePlace(folder, ['shop', 'web-1', 'hosts'])).toBe(place);
});

it.each([
  { label: 'a link', make: (at: string) => symlinkSync(tmpdir(), at), said: 'it is a link' },
  { label: 'a file', make: (at: string) => writeFileSync(at, ''), said: 'it is no folder' },
])('does not go through $label', ({ make, said }) => {
  make(path.join(folder, 'shop'));
  expect(() => makePlace(folder, ['shop', 'web-1', 'hosts'])).toThrow(
    `cannot write to ${folder}/shop: ${said}`,
  );
});
