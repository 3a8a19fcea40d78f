/**
 * The lines from the first difference of two texts to the last, old ones with `-` and new ones with `+` in front;
 * empty for equal texts.
 */
export function diffLines(before: string, after: string): string {
  if (before === after) return '';
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const lines = [
    ...old.slice(start, old.length - end).map((line) => `-${line}\n`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+${line}\n`),
  ];
  return `@@ -${start + 1},${old.length - start - end} +${start + 1},${fresh.length - start - end} @@\n${lines.join('')}`;
}
