import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAt, someCuts } from '../../../test/builders/some-cuts.ts';
import { someBytes } from '../../../test/samples/some-bytes.ts';
import { divideFrames } from './frames.ts';

/** The bytes of each frame that became complete, and how many parts said so. */
function framesOf(sizes: readonly number[], pieces: readonly Buffer[]) {
  const divide = divideFrames(sizes);
  const frames = sizes.map(() => ({ bytes: Buffer.alloc(0), lasts: 0 }));
  for (const part of pieces.flatMap((piece) => divide(piece))) {
    const frame = frames[part.index];
    if (frame === undefined) throw new Error(`there is no frame ${part.index}`);
    frame.bytes = Buffer.concat([frame.bytes, part.bytes]);
    frame.lasts += part.isLast ? 1 : 0;
  }
  return frames;
}

it('gives the same frames however the stream is cut, and drops what follows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.nat(20), someCuts, (sizes, more, cuts) => {
      const total = sizes.reduce((sum, size) => sum + size, 0);
      const bytes = someBytes(total + more);
      let at = 0;
      const expected = sizes.map((size) => ({ bytes: bytes.subarray(at, (at += size)), lasts: 1 }));
      expect(framesOf(sizes, [...cutAt(bytes, cuts), Buffer.alloc(0)])).toEqual(expected);
    }),
  );
});

it('does not end a frame whose last byte has not come', () => {
  expect(framesOf([3, 2], [Buffer.from('abcd')])).toEqual([
    { bytes: Buffer.from('abc'), lasts: 1 },
    { bytes: Buffer.from('d'), lasts: 0 },
  ]);
});

it('ends an empty file with no byte at all', () => {
  expect(divideFrames([0, 0])(Buffer.alloc(0))).toEqual([
    { index: 0, bytes: Buffer.alloc(0), isLast: true },
    { index: 1, bytes: Buffer.alloc(0), isLast: true },
  ]);
});
