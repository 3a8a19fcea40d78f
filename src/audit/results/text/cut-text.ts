import { numberText } from './count-text.ts';

/** The first `length` UTF-16 units of a text, without half a character at the end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** Says in a report that of `text` only the start is there. */
export const cutNote = (text: string): string =>
  `(cut here in this report: ${numberText(text.length)} characters in all)`;
