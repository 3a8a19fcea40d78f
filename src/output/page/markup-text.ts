import { printableLines } from '../printable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for an element or a quoted attribute of XML or HTML. Control and bidi characters become visible as on a
 * terminal, and so do U+FFFE and U+FFFF, which XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets). Line breaks
 * and tabs stay.
 */
export function markupText(text: string): string {
  return printableLines(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
