import { BOUNDS, tooLarge, type BoundName } from '../../errors/bounds.ts';

/** Counts bytes against a bound. */
interface ByteCounter {
  /** Throws `too-large` once the sum exceeds the bound. */
  readonly add: (bytes: number) => void;
}

/** Makes a counter; `subject` as for `tooLarge`. */
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
 * Reads a stream to its end, but no more than the bound allows. Throws `too-large` and the stream's errors.
 * `subject` as for `tooLarge`.
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

/** Reads the first `most` bytes of a stream and drops the rest. */
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
