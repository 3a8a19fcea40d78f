import { MASK } from './masked-headers.ts';

/** The start of a member `value` that is text, with as many backslashes as the text of JSON inside of JSON has. */
const START = /(?<!\\)(\\*)"value\1"\s*:\s*\1"/g;

/**
 * A body as an observer may see it: the text of every member `value` replaced, so that of all environment variables,
 * also where JSON is quoted in JSON, as in the annotation of kubectl apply and in what a strict server says of a patch.
 */
export function maskedBody(body: string): string {
  let masked = '';
  let end = 0;
  for (const start of body.matchAll(START)) {
    if (start.index < end) continue;
    const from = start.index + start[0].length;
    masked += body.slice(end, from) + MASK;
    end = endOfText(body, from, start[1]?.length ?? 0);
  }
  return masked + body.slice(end);
}

/**
 * Where a text ends whose own quotes have `backslashes` in front of them: 0, 1, 3, 7, … by how deep it is quoted, as
 * each quoting makes 2r + 1 out of r. A quote ends the text where r was even before any quoting.
 */
function endOfText(body: string, from: number, backslashes: number): number {
  const quote = /(?<!\\)(\\*)"/g;
  quote.lastIndex = from;
  for (let found = quote.exec(body); found !== null; found = quote.exec(body)) {
    const run = found[1]?.length ?? 0;
    if (run % (2 * (backslashes + 1)) === backslashes) return found.index + run - backslashes;
  }
  return body.length;
}
