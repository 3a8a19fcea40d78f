/**
 * Finds each place from which `text` and `pattern` are equal as far as both reach, in order. At the end of the text, at
 * least `minOverlap` bytes of the pattern must fit. Looks at each byte once (Knuth, Morris and Pratt): to try each place
 * anew takes hours when a program prints the same line over and over.
 */
export function* findOverlaps(text: Buffer, pattern: Buffer, minOverlap: number): Generator<number, void> {
  const borders = bordersOf(pattern);
  const shorter = (length: number): number => borders[length - 1] ?? 0;
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (matched === pattern.length) matched = shorter(matched);
    while (matched > 0 && pattern[matched] !== text[at]) matched = shorter(matched);
    if (pattern[matched] === text[at]) matched += 1;
    if (matched === pattern.length) yield at + 1 - matched;
  }
  if (matched === pattern.length) matched = shorter(matched);
  for (; matched > 0 && matched >= minOverlap; matched = shorter(matched)) yield text.length - matched;
}

/** For each prefix of the pattern: the length of its longest border, a shorter prefix that is also its suffix. */
function bordersOf(pattern: Buffer): Int32Array {
  const borders = new Int32Array(pattern.length);
  let length = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (length > 0 && pattern[at] !== pattern[length]) length = borders[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** Returns the first two at most: enough to tell one from several. */
export function firstTwo<T>(all: Iterable<T>): readonly T[] {
  const found: T[] = [];
  for (const one of all) if (found.push(one) === 2) break;
  return found;
}
