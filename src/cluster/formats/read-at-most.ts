import { BOUNDS, tooLarge, type BoundName } from '../../errors/bounds.ts';

/** Counts bytes as they come. */
export interface ByteCounter {
  /** Throws `too-large` once they are more than the bound. */
  readonly add: (bytes: number) => void;
}

/** Makes a counter against a bound; `subject` as for `tooLarge`. */
export function countAgainst(bound: BoundName, subject: string): ByteCounter {
  let sum = 0;
  return {
    add: (bytes) => {
      sum += bytes;
      if (sum > BOUNDS[bound].most) throw tooLarge(bound, subject);
    },
  };
}

/**
 * Reads a stream to its end, and no further than a bound: beyond it the stream is given up. Throws `too-large`, and
 * what the stream does. `subject` as for `tooLarge`.
 */
export async function readWithin(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bound: BoundName,
  subject: string,
): Promise<Buffer> {
  const counter = countAgainst(bound, subject);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) {
    counter.add(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The first bytes of a stream, at most `most` of them; it is given up then, however much there is. */
export async function readBeginning(source: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
