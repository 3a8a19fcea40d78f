import type { BoundName } from '../../errors/bounds.ts';
import { countAgainst } from './read-at-most.ts';

const LINE_FEED = 0x0a;

/**
 * Splits a stream into lines, without their line feeds. Drops a last line without a line feed: it was cut off.
 * Throws `too-large` for a line that exceeds the bound, and the stream's errors. `subject` names one line, as for
 * `tooLarge`.
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
