import { PLAIN_ASCII, PLAIN_LINES, UNPRINTABLE as CLASS } from '../errors/unprintable.ts';

const UNPRINTABLE = new RegExp(`[${CLASS}]`, 'gu');
/** JSON itself has none of C0 but the line feeds between its tokens. */
const UNPRINTABLE_IN_JSON = new RegExp(`(?!\\n)[${CLASS}]`, 'gu');
const UNPRINTABLE_IN_LINES = new RegExp(`\\r\\n|(?![\\n\\t])[${CLASS}]`, 'gu');

/** ESC looks as kubectl prints it; all that is not in this table looks like `\u202e` or `\u{e0041}`. */
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

/** JSON knows escapes of 16 bits only. */
function escapeForJson(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/**
 * Makes text from elsewhere safe to show on one line: what steers a terminal, is not seen or makes text read otherwise
 * becomes visible, as `^[`, `\n`, `\r`, `\t`, `\u202e` or `\u{e0041}`. For reading only: the result does not tell an
 * escape from its text.
 */
export function printable(text: string): string {
  return PLAIN_ASCII.test(text) ? text : text.replace(UNPRINTABLE, escapeCharacter);
}

/** As `printable`, for text of several lines: line feeds and tabs stay, CRLF becomes a line feed. */
export function printableLines(text: string): string {
  return PLAIN_LINES.test(text) ? text : text.replace(UNPRINTABLE_IN_LINES, escapeCharacter);
}

/**
 * Makes a JSON document safe to show without changing what it says: what could only stand in its strings is
 * written as `\u202e`.
 */
export function printableJson(document: string): string {
  return PLAIN_LINES.test(document) ? document : document.replace(UNPRINTABLE_IN_JSON, escapeForJson);
}
