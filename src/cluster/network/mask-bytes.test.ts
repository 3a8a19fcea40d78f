import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, unmask } from './mask-bytes.ts';

const bytes = (options: fc.IntArrayConstraints) => fc.uint8Array(options).map((array) => Buffer.from(array));

function maskedOneByOne(source: Buffer, key: Buffer): Buffer {
  return Buffer.from(source.map((byte, index) => byte ^ (key[index % 4] ?? 0)));
}

describe('mask', () => {
  it('masks byte by byte, wherever the output begins, and touches nothing around it', () => {
    fc.assert(
      fc.property(
        bytes({ maxLength: 100 }),
        bytes({ minLength: 4, maxLength: 4 }),
        fc.nat(9),
        fc.nat(9),
        (source, key, start, offset) => {
          const output = Buffer.alloc(start + offset + source.length + 3, 0xaa).subarray(start);
          mask(source, key, output, offset, source.length);
          const end = offset + source.length;
          expect(output.subarray(offset, end)).toEqual(maskedOneByOne(source, key));
          expect(output.subarray(0, offset).every((byte) => byte === 0xaa)).toBe(true);
          expect(output.subarray(end).every((byte) => byte === 0xaa)).toBe(true);
        },
      ),
    );
  });

  it('masks a part of a buffer in its place, which unmask takes back', () => {
    fc.assert(
      fc.property(bytes({ maxLength: 100 }), bytes({ minLength: 4, maxLength: 4 }), (source, key) => {
        const buffer = Buffer.concat([Buffer.alloc(3), source]).subarray(3);
        mask(buffer, key, buffer, 0, buffer.length);
        expect(buffer).toEqual(maskedOneByOne(source, key));
        unmask(buffer, key);
        expect(buffer).toEqual(source);
      }),
    );
  });
});
