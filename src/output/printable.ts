// C0, DEL and C1 steer a terminal (CVE-2021-25743); bidi controls make text read otherwise than it is
// (CVE-2021-42574); U+2028 and U+2029 are line breaks to some terminals and editors.
const ABOVE_C0 = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const UNPRINTABLE = new RegExp(`[\\u0000-\\u001f${ABOVE_C0}]`, 'g');
const UNPRINTABLE_IN_LINES = new RegExp(`\\r\\n|[\\u0000-\\u0008\\u000b-\\u001f${ABOVE_C0}]`, 'g');
/** JSON itself has none of C0 but the line feeds between its tokens. */
const UNPRINTABLE_IN_JSON = new RegExp(`[${ABOVE_C0}]`, 'g');

/** ESC looks as kubectl prints it; all that is not in this table looks like `\u202e`. */
const NAMED: Readonly<Record<string, string>> = {
  '\u001b': '^[',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\r\n': '\n',
};

function escapeControl(control: string): string {
  return NAMED[control] ?? escapeUnicode(control);
}

function escapeUnicode(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Makes text from a cluster safe to show on one line: control and bidi characters become visible, as
 * `^[`, `\n`, `\r`, `\t` or `\u202e`. For reading only: the result does not tell an escape from its text.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeControl);
}

/** As `printable`, for text of several lines: line feeds and tabs stay, CRLF becomes a line feed. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, escapeControl);
}

/**
 * Makes a JSON document safe to show without changing what it says: what could only stand in its strings is
 * written as `\u202e`.
 */
export function printableJson(document: string): string {
  return document.replace(UNPRINTABLE_IN_JSON, escapeUnicode);
}
