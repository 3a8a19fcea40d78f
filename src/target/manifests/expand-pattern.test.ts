import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expandPattern } from './expand-pattern.ts';

let folder: string;
const LONG = `${'a'.repeat(200)}c`;
const NAMES = ['ab.yaml', 'b.yaml', 'a-b', 'a+b', '[x', 'aab', 'abab', '\u{1f600}', LONG];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-pattern-'));
  for (const name of NAMES) writeFileSync(path.join(folder, name), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('expandPattern', () => {
  it.each([
    ['*.yaml', ['ab.yaml', 'b.yaml']],
    ['?.yaml', ['b.yaml']],
    ['a[-+]b', ['a+b', 'a-b']],
    ['a[^-]b', ['a+b', 'aab']],
    ['[a-b]*l', ['ab.yaml', 'b.yaml']],
    [String.raw`\[*`, ['[x']],
    ['a*b', ['a+b', 'a-b', 'aab', 'abab']],
    ['*ab*ab', ['abab']],
    ['*b*b*b', []],
    ['**', [...NAMES].sort()],
    ['[z-a]', []],
    ['a+*', ['a+b']],
  ])('finds %s', async (pattern, expected) => {
    expect(await expandPattern(pattern, folder)).toEqual(expected);
  });

  it('fits as a regular expression would', async () => {
    const pieces = fc.array(fc.constantFrom('*', '?', 'a', 'b', '[ab]', '[^b]'), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        const source = parts.map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part)).join('');
        const expected = NAMES.filter((name) => new RegExp(`^${source}$`, 's').test(name)).toSorted();
        fc.pre(!NAMES.includes(parts.join('')) && /[*?[]/.test(parts.join('')));
        expect(await expandPattern(parts.join(''), folder)).toEqual(expected);
      }),
    );
  });

  it('tries no combination of wildcards twice', async () => {
    // Each of the forty could stand for each part of the two hundred letters.
    expect(await expandPattern(`${'*a'.repeat(40)}*b`, folder)).toEqual([]);
    expect(await expandPattern(`${'*a'.repeat(40)}*c`, folder)).toEqual([LONG]);
  });
});
