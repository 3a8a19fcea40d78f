import fc from 'fast-check';

/** Ways to cut up to 200 bytes into pieces, as a network may deliver them; some pieces are empty. */
export const someCuts = fc.array(fc.nat(200), { maxLength: 12 });

/** The pieces of `bytes` between the cuts. */
export function cutAt(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
