import { PLAIN_LINES, UNPRINTABLE } from '../../errors/unprintable.ts';
import { readsAsOtherType } from './yaml-needs-quotes.ts';

/** The position of a scalar. */
export interface ScalarPlace {
  /** The indentation of its lines after the first. */
  readonly indent: number;
  /** How many characters come before it on its line. */
  readonly column: number;
  /** Keys stay on one line. */
  readonly isKey: boolean;
}

const MAX_COLUMN = 80;

// What Go's yaml considers not printable, and everything else that must not reach a terminal.
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
  // A lone surrogate: YAML cannot represent it, and Go reads it as U+FFFD.
  if (/^\p{Cs}$/u.test(character)) return '\ufffd';
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

interface Quoting {
  readonly quote: string;
  readonly write: (character: string) => string;
  /** Whether a line may also be broken before several spaces; the second one is then escaped. */
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
  // Fast path for most scalars.
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

/** After a byte order mark Go's yaml escapes every character. */
const MARKED: Quoting = { ...DOUBLE, write: escapeCharacter };

function quotingOf(text: string): Quoting {
  if (text.startsWith('\ufeff')) return MARKED;
  if (readsAsOtherType(text) || isSpecial(text) || text.includes('\n')) return DOUBLE;
  return INDICATORS.test(text) || text.startsWith(' ') || text.endsWith(' ') ? SINGLE : PLAIN;
}

/**
 * Writes a string as Go's yaml does, which kubectl uses: plain if it reads back as the same string, in single quotes if it
 * would read as syntax, in double quotes if it would read as another type or is not printable, and as a block if it has
 * several lines. Escapes everything that `printable` escapes.
 */
export function yamlScalar(text: string, place: ScalarPlace): string {
  return isLiteral(text, place) ? literal(text, place.indent) : fold(text, quotingOf(text), place);
}
