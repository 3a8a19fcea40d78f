import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOf } from '../../../test/drivers/soak.ts';
import { findOverlaps } from './find-overlaps.ts';

/** The same, place by place. */
function tryAll(text: Buffer, pattern: Buffer, minOverlap: number): readonly number[] {
  const places = Array.from({ length: text.length }, (_, at) => at);
  return places.filter((at) => {
    const length = Math.min(text.length - at, pattern.length);
    const isLongEnough = length === pattern.length || length >= minOverlap;
    return isLongEnough && text.subarray(at, at + length).equals(pattern.subarray(0, length));
  });
}

describe('findOverlaps', () => {
  it('finds all places that a search from each place finds', () => {
    const bytes = (minLength: number, maxLength: number) =>
      fc.array(fc.constantFrom(97, 98, 10), { minLength, maxLength }).map((all) => Buffer.from(all));
    fc.assert(
      fc.property(bytes(0, 30), bytes(1, 8), fc.integer({ min: 1, max: 9 }), (text, pattern, minOverlap) => {
        expect([...findOverlaps(text, pattern, minOverlap)]).toEqual(tryAll(text, pattern, minOverlap));
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('looks at no byte over and over', () => {
    // Place by place these are ten million million comparisons.
    const text = Buffer.from('a\n'.repeat(4_000_000));
    const pattern = Buffer.from(`${'a\n'.repeat(1_000_000)}b\n`);
    expect([...findOverlaps(text, pattern, pattern.length)]).toEqual([]);
    expect([...findOverlaps(Buffer.concat([text, Buffer.from('b\n')]), pattern, 2)]).toEqual([6_000_000]);
  });
});
