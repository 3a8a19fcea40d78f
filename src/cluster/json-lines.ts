import { countAgainst } from './read-at-most.ts';
import { checkJson } from './check-json.ts';

const NEWLINE = 0x0a;

/**
 * Parses a stream of one JSON document a line as the lines end, wherever its chunks are cut. A last line without an
 * end was cut off and is dropped. Throws `SyntaxError` for a line that is no JSON, and `too-large` for one that passes a
 * bound, ended or not. `subject` as for `tooLarge`: what one line is.
 */
export async function* readJsonLines(
  body: AsyncIterable<Buffer>,
  subject: string,
): AsyncGenerator<unknown, void> {
  let started: Buffer[] = [];
  let counter = countAgainst('line', subject);
  for await (const chunk of body) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      counter.add(end - from);
      const line = Buffer.concat([...started, chunk.subarray(from, end)]);
      started = [];
      counter = countAgainst('line', subject);
      from = end + 1;
      checkJson(line, subject);
      const text = line.toString('utf8');
      if (text.trim() !== '') yield JSON.parse(text);
    }
    if (from < chunk.length) started.push(chunk.subarray(from));
    counter.add(chunk.length - from);
  }
}
