import type { BoundName } from '../../errors/bounds.ts';
import { countAgainst } from './read-at-most.ts';

const LINE_FEED = 0x0a;

/**
 * The lines of a stream that have an end, without it, wherever its chunks are cut; a last one without an end was cut off, and
 * is dropped. Throws `too-large` for a line that passes the bound, ended or not, and what the stream does. `subject` as for
 * `tooLarge`: what one line is.
 */
export async function* boundedLines(
  chunks: AsyncIterable<Buffer>,
  bound: BoundName,
  subject: string,
): AsyncGenerator<Buffer, void> {
  let started: Buffer[] = [];
  let counter = countAgainst(bound, subject);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      counter.add(end - from);
      const line = Buffer.concat([...started, chunk.subarray(from, end)]);
      started = [];
      counter = countAgainst(bound, subject);
      from = end + 1;
      yield line;
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
    counter.add(chunk.length - from);
  }
}
