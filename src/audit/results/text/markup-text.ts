import { printableLines } from '../../../output/printable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes text for an element or a quoted attribute of XML or HTML. Control and bidi characters become visible as on a
 * terminal; line breaks and tabs stay.
 */
export function markupText(text: string): string {
  // XML 1.0 has no character for U+FFFE and U+FFFF (https://www.w3.org/TR/xml/#charsets).
  return printableLines(text)
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}
