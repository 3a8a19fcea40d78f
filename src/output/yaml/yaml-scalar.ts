import { PLAIN_LINES, UNPRINTABLE } from '../../errors/unprintable.ts';
import { readsAsOtherType } from './yaml-needs-quotes.ts';

/** Where a scalar stands. */
export interface ScalarPlace {
  /** Of the lines after its first. */
  readonly indent: number;
  /** Characters that stand before it in its line. */
  readonly column: number;
  /** Keys stay on one line. */
  readonly isKey: boolean;
}

const MAX_COLUMN = 80;

// What Go's yaml calls not printable, and beyond it all that must not come to a terminal as it is.
const SPECIAL = new RegExp(
  `[^\\n\\u0020-\\u007e\\u00a0-\\ud7ff\\ue000-\\ufffd]|(?!\\n)[${UNPRINTABLE}]`,
  'u',
);
const NEEDS_ESCAPE = new RegExp(`${SPECIAL.source}|["\\\\\\n]`, 'u');
const INDICATORS = /^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?: |$))|:(?: |$)| #/u;

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0000': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\u001b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function isSpecial(text: string): boolean {
  return !PLAIN_LINES.test(text) && SPECIAL.test(text);
}

function escapeCharacter(character: string): string {
  const named = ESCAPES[character];
  if (named !== undefined) return named;
  // Half a character: YAML cannot write one, and Go reads it so.
  if (/^\p{Cs}$/u.test(character)) return '\ufffd';
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

interface Quoting {
  readonly quote: string;
  readonly write: (character: string) => string;
  /** Whether a line may also end before several spaces, the second of which is escaped then. */
  readonly escapesSpaces?: boolean;
}

const PLAIN: Quoting = { quote: '', write: (character) => character };
const SINGLE: Quoting = { quote: "'", write: (character) => (character === "'" ? "''" : character) };
const DOUBLE: Quoting = {
  quote: '"',
  write: (character) => (NEEDS_ESCAPE.test(character) ? escapeCharacter(character) : character),
  escapesSpaces: true,
};

/** Breaks the line at the first single space after column 80, as Go's yaml does. */
function fold(text: string, quoting: Quoting, place: ScalarPlace): string {
  const mayBeLong = !place.isKey && place.column + text.length > MAX_COLUMN;
  // By far the most scalars, and so much faster.
  if (quoting === PLAIN && !mayBeLong) return text;
  const { quote, write, escapesSpaces = false } = quoting;
  const characters = Array.from(text);
  let column = place.column + quote.length;
  const parts = characters.map((character, index) => {
    const next = characters[index + 1];
    const mayBreak = character === ' ' && index > 0 && next !== undefined && characters[index - 1] !== ' ';
    if (mayBreak && !place.isKey && column > MAX_COLUMN && (next !== ' ' || escapesSpaces)) {
      const start = ' '.repeat(place.indent) + (next === ' ' ? '\\' : '');
      column = start.length;
      return `\n${start}`;
    }
    const written = write(character);
    column += written.length;
    return written;
  });
  return `${quote}${parts.join('')}${quote}`;
}

function isLiteral(text: string, { isKey }: ScalarPlace): boolean {
  return text.includes('\n') && !isKey && !isSpecial(text) && !/ \n| $/.test(text);
}

function chompingOf(text: string): string {
  if (!text.endsWith('\n')) return '-';
  return text === '\n' || text.endsWith('\n\n') ? '+' : '';
}

/** `|`, then the lines as they are. */
function literal(text: string, indent: number): string {
  const header = `|${/^[ \n]/.test(text) ? '2' : ''}${chompingOf(text)}`;
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return [header, ...lines.map((line) => (line === '' ? '' : ' '.repeat(indent) + line))].join('\n');
}

/** Behind a byte order mark Go's yaml escapes all. */
const MARKED: Quoting = { ...DOUBLE, write: escapeCharacter };

function quotingOf(text: string): Quoting {
  if (text.startsWith('\ufeff')) return MARKED;
  if (readsAsOtherType(text) || isSpecial(text) || text.includes('\n')) return DOUBLE;
  return INDICATORS.test(text) || text.startsWith(' ') || text.endsWith(' ') ? SINGLE : PLAIN;
}

/**
 * Writes a string as Go's yaml does, by which kubectl prints: plain where it reads back as the same string, in single
 * quotes where its characters would be taken for syntax, in double quotes where it would be taken for another type or
 * is not printable, and as a block where it has several lines. What `printable` makes visible never comes through as it is.
 */
export function yamlScalar(text: string, place: ScalarPlace): string {
  return isLiteral(text, place) ? literal(text, place.indent) : fold(text, quotingOf(text), place);
}
