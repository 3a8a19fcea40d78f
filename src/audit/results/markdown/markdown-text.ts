import { printable, printableLines } from '../../../output/printable.ts';

/** Punctuation that can mean something to Markdown, HTML, or what turns names and addresses into links. */
const MARKS = /[!-+.:-@[-`{-~]/g;

/**
 * Text from elsewhere inside a line of Markdown, as code. Punctuation is written as numbers, which Markdown never takes for
 * marks of its own; inside of `code` GitHub mentions nobody. See https://spec.commonmark.org/0.31.2/#entity-references
 */
export function inlineText(text: string): string {
  return `<code>${plainText(text)}</code>`;
}

/** The same without a mark of its own, for text that has only words of ours and those of a cluster. */
export function plainText(text: string): string {
  return printable(text).replace(MARKS, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Lines from elsewhere as a block of code, behind more backticks than they have in a row. */
export function codeBlock(text: string, language: '' | 'diff' = ''): string {
  const shown = printableLines(text).replace(/\n$/, '');
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}\n`;
}
