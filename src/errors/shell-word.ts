import { UNPRINTABLE } from './unprintable.ts';

/** What every shell takes as it stands. Not `=` at the start, which zsh expands to the path of a program. */
const PLAIN = /^(?!=)[\w@%+=:,./-]+$/;
/** A backslash that would mean something to fish, which reads `\'` and `\\` in single quotes. */
const FISH_ESCAPE = /\\(?:['\\]|$)/;
const UNPRINTABLE_WORD = new RegExp(`[${UNPRINTABLE}]`, 'u');
const UNPRINTABLE_LINES = new RegExp(`(?![\\n\\t])[${UNPRINTABLE}]`, 'u');
const NEEDS_ESCAPE = new RegExp(`['\\\\]|[${UNPRINTABLE}]`, 'gu');

/** By its bytes in UTF-8, in octal: three digits, which no shell takes for more. */
function octal(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/**
 * What a terminal must not get stands in `$'…'`, as bash, zsh, ksh and newer POSIX shells read it. A quote is an octal
 * number there, so that a shell that does not know it takes the whole for one word as well, or refuses the line, as fish does.
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

/** A word as it would be typed in a shell: in quotes where it needs them. Line feeds and tabs stay what they are. */
export function shellWord(word: string): string {
  return UNPRINTABLE_LINES.test(word) ? escapedWord(word) : quotedWord(word);
}

/** The same on one line, as part of a text that somebody may copy a line of. */
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

/** Behind a flag any word is its value (pflag), in front of everything else a `-` makes a flag of it. */
const BEHIND_FLAG = /(?:^|\s)--?[A-Za-z][\w-]*\s$/;

/** A pod's name as an argument: never a flag, as no server's name begins so but a hostile one's. */
export function podArgument(name: string): string {
  return name.startsWith('-') ? `pod/${name}` : name;
}

/** A word as it would be typed in a shell behind the text in front of it. */
export function placedWord(before: string, word: string): string {
  const isAlone = /\s$/.test(before) && !BEHIND_FLAG.test(before);
  return lineWord(isAlone ? podArgument(word) : word);
}

/**
 * A text with a command line in it, which somebody may copy: each value becomes one word of a shell, whatever a server or a
 * file has put into it, and where a name of a pod stands alone never a flag. A value with spaces that is to be several
 * words goes behind the text.
 */
export function commandText(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return strings.reduce((text, part, index) => text + placedWord(text, values[index - 1] ?? '') + part);
}

/** Names to choose one from, each as it would be typed. */
export function shellNames(names: readonly string[]): string {
  return names.map(lineWord).join(', ');
}
