import { MASK } from './masked-headers.ts';

/** The start of a string member `value`. Its quotes have backslashes inside of nested JSON. */
const START = /(?<!\\)(\\*)"value\1"\s*:\s*\1"/g;

/**
 * Masks the text of every member `value`, and so of all environment variables. Handles JSON inside of JSON, as in
 * the annotation of kubectl apply and in errors that quote a patch.
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
 * Finds the end of a string whose quotes have `backslashes` in front: 0, 1, 3, 7, … by nesting, as each level turns
 * r into 2r + 1. A quote ends the string if r is even without nesting.
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
