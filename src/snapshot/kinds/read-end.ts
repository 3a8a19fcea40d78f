import { errorText } from '../../errors/error-text.ts';

/** The end of a stream. */
export interface StreamTail {
  readonly bytes: Buffer;
  /** Whether the beginning was dropped. */
  readonly isCut: boolean;
  /** Why the stream broke off; undefined if it came to its end. */
  readonly failure: string | undefined;
}

/**
 * Reads a stream and keeps its last `most` bytes, from the beginning of a line on. What was read before a failure is
 * kept.
 */
export async function readEnd(source: AsyncIterable<Buffer>, most: number): Promise<StreamTail> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  let failure: string | undefined;
  try {
    for await (const chunk of source) {
      chunks.push(chunk);
      length += chunk.length;
      for (let [first] = chunks; first !== undefined && length - first.length >= most; [first] = chunks) {
        isCut = true;
        length -= first.length;
        chunks.shift();
      }
    }
  } catch (error) {
    failure = errorText(error);
  }
  const all = Buffer.concat(chunks);
  if (!isCut && all.length <= most) return { bytes: all, isCut, failure };
  const end = all.subarray(Math.max(all.length - most, 0));
  return { bytes: end.subarray(end.indexOf(0x0a) + 1), isCut: true, failure };
}
