import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputFileName } from './file-name.ts';

describe('outputFileName', () => {
  it.each([
    { parts: ['shop', 'web-1'], name: 'shop_web-1.out' },
    { parts: ['shop', 'web-1', 'app'], name: 'shop_web-1_app.out' },
    { parts: ['shop', 'a.b.c'], name: 'shop_a.b.c.out' },
    { parts: ['..', '../../etc/passwd'], name: '%2e%2e_%2e%2e%2f..%2fetc%2fpasswd.out' },
    { parts: ['a_b', 'c'], name: 'a%5fb_c.out' },
    { parts: ['shop', 'ü\0\n\\'], name: 'shop_%c3%bc%00%0a%5c.out' },
  ])('calls the file of $parts $name', ({ parts, name }) => {
    expect(outputFileName(parts)).toBe(name);
  });

  it('shortens names that are too long for a file system, and keeps them different', () => {
    const long = (last: string) => outputFileName(['n'.repeat(63), 'p'.repeat(252) + last]);
    expect(long('a').length).toBeLessThanOrEqual(204);
    expect(long('a')).not.toBe(long('b'));
  });

  it('never leads out of its folder, and never gives two pods one file', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '_', '.', '/', '\\', '%', '2', 'f', 'ü', '\0', '~'),
      maxLength: 6,
    });
    const parts = fc.tuple(part, part);
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [name, otherName] = [outputFileName(one), outputFileName(other)];
        expect(path.posix.dirname(path.posix.join('/out', name))).toBe('/out');
        expect(path.win32.basename(name)).toBe(name);
        expect(name === otherName).toBe(one.join('/') === other.join('/') && one[0] === other[0]);
      }),
    );
  });
});
