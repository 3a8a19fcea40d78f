/**
 * Where `text` agrees with `pattern` from there on, as far as both reach, in order; at the end of the text at least
 * `minOverlap` bytes of the pattern have to fit. Each byte is looked at once, whatever was printed: trying each place
 * anew takes hours where a program prints the same line over and over. The way of Knuth, Morris and Pratt.
 */
export function* findAgreements(text: Buffer, pattern: Buffer, minOverlap: number): Generator<number, void> {
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

/** Of each beginning of the pattern: how long its longest end is that the pattern begins with, itself apart. */
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

/** More than one is as many as any. */
export function firstTwo<T>(all: Iterable<T>): readonly T[] {
  const found: T[] = [];
  for (const one of all) if (found.push(one) === 2) break;
  return found;
}
