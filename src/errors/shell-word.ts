import { UNPRINTABLE } from './unprintable.ts';

/** A word that needs no quotes in any shell. zsh expands a leading `=` to the path of a program. */
const PLAIN = /^(?!=)[\w@%+=:,./-]+$/;
/** A backslash that fish would interpret: it reads `\'` and `\\` in single quotes. */
const FISH_ESCAPE = /\\(?:['\\]|$)/;
const UNPRINTABLE_WORD = new RegExp(`[${UNPRINTABLE}]`, 'u');
const UNPRINTABLE_LINES = new RegExp(`(?![\\n\\t])[${UNPRINTABLE}]`, 'u');
const NEEDS_ESCAPE = new RegExp(`['\\\\]|[${UNPRINTABLE}]`, 'gu');

/** The UTF-8 bytes of a character as octal escapes; with three digits no shell reads further. */
function octal(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/**
 * Writes a word that a terminal must not get as `$'…'`, which bash, zsh, ksh and newer POSIX shells read. Quotes in it
 * are octal, so that a shell that does not know `$'…'` still reads one word, or refuses the line, as fish does.
 * See https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html#tag_19_02_04
 */
function escapedWord(word: string): string {
  return `$'${word.replace(NEEDS_ESCAPE, octal)}'`;
}

function quotedWord(word: string): string {
  if (PLAIN.test(word)) return word;
  if (!FISH_ESCAPE.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`;
  return `'${word.replace(/['\\]/g, (character) => `'"${character === '\\' ? '\\\\' : character}"'`)}'`;
}

/** A word as it would be typed in a shell, quoted if necessary. Line feeds and tabs are kept. */
export function shellWord(word: string): string {
  return UNPRINTABLE_LINES.test(word) ? escapedWord(word) : quotedWord(word);
}

/** The same on one line, for a text of which somebody may copy a line. */
function lineWord(word: string): string {
  return UNPRINTABLE_WORD.test(word) ? escapedWord(word) : quotedWord(word);
}

/** A command as it would be typed in a shell. */
export function shellText(command: readonly string[]): string {
  return command.map(shellWord).join(' ');
}

/** The same on one line, for a table or a note. */
export function shellLine(command: readonly string[]): string {
  return command.map(lineWord).join(' ');
}

/** After a flag any word is its value (pflag); elsewhere a leading `-` makes a word a flag. */
const BEHIND_FLAG = /(?:^|\s)--?[A-Za-z][\w-]*\s$/;

/** The name of a pod as an argument. Only a hostile server has names that begin with `-`; they must not become flags. */
export function podArgument(name: string): string {
  return name.startsWith('-') ? `pod/${name}` : name;
}

/** A word as it would be typed in a shell after the text in front of it. */
export function placedWord(before: string, word: string): string {
  const isAlone = /\s$/.test(before) && !BEHIND_FLAG.test(before);
  return lineWord(isAlone ? podArgument(word) : word);
}

/**
 * A template tag for text with a command line that somebody may copy. Each value becomes one word of a shell, whatever a
 * server or a file put into it, and a value that is an argument never becomes a flag. Append what is several words.
 */
export function commandText(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return strings.reduce((text, part, index) => text + placedWord(text, values[index - 1] ?? '') + part);
}

/** Names to choose from, each as it would be typed. */
export function shellNames(names: readonly string[]): string {
  return names.map(lineWord).join(', ');
}
