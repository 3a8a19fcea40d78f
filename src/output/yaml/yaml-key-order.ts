const DIGIT = /^\p{Nd}/u;
const LETTER = /^\p{L}/u;

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** The number around or right before `index`, and where it ends; 0 if there is none. */
function numberAround(text: string, index: number): { readonly value: number; readonly end: number } {
  let start = index;
  while (start > 0 && DIGIT.test(text.charAt(start - 1))) start -= 1;
  let end = index;
  while (DIGIT.test(text.charAt(end))) end += 1;
  return { value: Number(text.slice(start, end)), end };
}

function compareOthers(a: string, b: string, index: number): number {
  const [left, right] = [numberAround(a, index), numberAround(b, index)];
  return left.value - right.value || left.end - right.end || a.charCodeAt(index) - b.charCodeAt(index);
}

/**
 * The order of keys in Go's yaml, and so in the output of kubectl: numbers by value (`a2` before `a10`), and letters after
 * everything else.
 */
export function compareYamlKeys(a: string, b: string): number {
  const index = firstDifference(a, b);
  if (index === a.length || index === b.length) return a.length - b.length;
  const [isLetterA, isLetterB] = [LETTER.test(a.charAt(index)), LETTER.test(b.charAt(index))];
  if (isLetterA && isLetterB) return a.charCodeAt(index) - b.charCodeAt(index);
  if (!isLetterA && !isLetterB) return compareOthers(a, b, index);
  return isLetterA ? 1 : -1;
}
