import { PLAIN_ASCII, PLAIN_LINES, UNPRINTABLE as CLASS } from '../errors/unprintable.ts';

const UNPRINTABLE = new RegExp(`[${CLASS}]`, 'gu');
/** Outside of its strings, JSON has no control characters other than line feeds. */
const UNPRINTABLE_IN_JSON = new RegExp(`(?!\\n)[${CLASS}]`, 'gu');
const UNPRINTABLE_IN_LINES = new RegExp(`\\r\\n|(?![\\n\\t])[${CLASS}]`, 'gu');

/** ESC is written as in kubectl; a character that is not in this table as `\u202e` or `\u{e0041}`. */
const NAMED: Readonly<Record<string, string>> = {
  '\u001b': '^[',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\r\n': '\n',
};

function escapeCharacter(character: string): string {
  const named = NAMED[character];
  if (named !== undefined) return named;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** An escape in JSON has 16 bits. */
function escapeForJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/**
 * Makes text from elsewhere safe to show on one line: characters that control a terminal, are invisible or change the order
 * of text become visible, as `^[`, `\n`, `\r`, `\t`, `\u202e` or `\u{e0041}`. For display only, as it cannot be reversed.
 */
export function printable(text: string): string {
  return PLAIN_ASCII.test(text) ? text : text.replace(UNPRINTABLE, escapeCharacter);
}

/** Like `printable`, for text of several lines: keeps line feeds and tabs, and turns CRLF into a line feed. */
export function printableLines(text: string): string {
  return PLAIN_LINES.test(text) ? text : text.replace(UNPRINTABLE_IN_LINES, escapeCharacter);
}

/** Makes a JSON document safe to show without changing its values: escapes characters in strings, as `\u202e`. */
export function printableJson(document: string): string {
  return PLAIN_LINES.test(document) ? document : document.replace(UNPRINTABLE_IN_JSON, escapeForJson);
}
