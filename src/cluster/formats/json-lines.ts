import { boundedLines } from './bounded-lines.ts';
import { checkJsonBounds } from './check-json-bounds.ts';

/**
 * Parses a stream with one JSON document per line. Drops a last line without a line feed: it was cut off. Throws
 * `SyntaxError` for a line that is not JSON, and `too-large`. `subject` names one line, as for `tooLarge`.
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
