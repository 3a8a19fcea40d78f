import { boundedLines } from './bounded-lines.ts';
import { checkJsonBounds } from './check-json-bounds.ts';

/**
 * Parses a stream of one JSON document a line as the lines end, wherever its chunks are cut. A last line without an
 * end was cut off and is dropped. Throws `SyntaxError` for a line that is no JSON, and `too-large` for one that passes a
 * bound, ended or not. `subject` as for `tooLarge`: what one line is.
 */
export async function* readJsonLines(
  body: AsyncIterable<Buffer>,
  subject: string,
): AsyncGenerator<unknown, void> {
  for await (const line of boundedLines(body, 'line', subject)) {
    checkJsonBounds(line, subject);
    const text = line.toString('utf8');
    if (text.trim() !== '') yield JSON.parse(text);
  }
}
