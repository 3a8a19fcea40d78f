import { stripVTControlCharacters } from 'node:util';

/** How many columns a text takes, without the codes of its colours. */
export function textWidth(text: string): number {
  return stripVTControlCharacters(text).length;
}

/** Breaks a text at its spaces. A word that is wider than the width has a line of its own. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let used = 0;
  for (const word of text.split(' ')) {
    const wide = textWidth(word);
    const last = lines.at(-1);
    if (last !== undefined && used + 1 + wide <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      used += 1 + wide;
    } else {
      lines.push(word);
      used = wide;
    }
  }
  return lines;
}

/** Fills a text up with spaces. */
export function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}
