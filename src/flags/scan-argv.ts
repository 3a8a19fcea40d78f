import type { Flag } from './flag.ts';

/** One part of a command line. */
export type ArgvPart =
  | {
      readonly kind: 'flag';
      readonly flag: Flag;
      readonly text: string;
      /** Whether it was typed with one dash, by its letter. */
      readonly byLetter: boolean;
    }
  /** A positional argument, and its index in argv. */
  | { readonly kind: 'name'; readonly text: string; readonly index: number }
  | { readonly kind: 'after-dash'; readonly words: readonly string[] }
  | { readonly kind: 'unknown-flag'; readonly name: string }
  /** `message` has the words of pflag. */
  | { readonly kind: 'mistake'; readonly message: string };

interface Scan {
  readonly flags: readonly Flag[];
  readonly argv: readonly string[];
}

/** The parts of one word, and how many of the next words it takes as a value. */
interface WordParts {
  readonly parts: readonly ArgvPart[];
  readonly taken: number;
}

function foundLong(flag: Flag, text: string, taken = 0): WordParts {
  return { parts: [{ kind: 'flag', flag, text, byLetter: false }], taken };
}

function foundLetter(flag: Flag, text: string, taken = 0): WordParts {
  return { parts: [{ kind: 'flag', flag, text, byLetter: true }], taken };
}

function mistake(message: string): WordParts {
  return { parts: [{ kind: 'mistake', message }], taken: 0 };
}

function scanLong({ flags, argv }: Scan, index: number): WordParts {
  const word = argv[index] ?? '';
  if (/^--[-=]/.test(word)) return mistake(`bad flag syntax: ${word}`);
  const [typed = ''] = word.split('=', 1);
  // kubectl reads --image_pull_policy as --image-pull-policy.
  const name = typed.slice(2).replaceAll('_', '-');
  const flag = flags.find((known) => known.name === name);
  if (flag === undefined) return { parts: [{ kind: 'unknown-flag', name: typed }], taken: 0 };
  if (typed !== word) return foundLong(flag, word.slice(typed.length + 1));
  if (flag.kind === 'boolean') return foundLong(flag, 'true');
  if (flag.textWhenBare !== undefined) return foundLong(flag, flag.textWhenBare);
  const next = argv[index + 1];
  return next === undefined ? mistake(`flag needs an argument: ${typed}`) : foundLong(flag, next, 1);
}

/** Scans the first of `letters`. After a flag that may stand bare, `rest` has the letters that are left. */
function scanLetter({ flags, argv }: Scan, index: number, letters: string): WordParts & { rest: string } {
  const letter = String.fromCodePoint(letters.codePointAt(0) ?? 0);
  const rest = letters.slice(letter.length);
  const flag = flags.find((known) => known.short === letter);
  const ends = (parts: WordParts) => ({ ...parts, rest: '' });
  if (flag === undefined) return ends(mistake(`unknown shorthand flag: '${letter}' in -${letters}`));
  // pflag gives `-c=x` the value `x`, but `-c=` the value `=`.
  if (/^=./s.test(rest)) return ends(foundLetter(flag, rest.slice(1)));
  const bare = flag.kind === 'boolean' ? 'true' : flag.textWhenBare;
  if (bare !== undefined) return { ...foundLetter(flag, bare), rest };
  if (rest !== '') return ends(foundLetter(flag, rest));
  const next = argv[index + 1];
  if (next !== undefined) return ends(foundLetter(flag, next, 1));
  return ends(mistake(`flag needs an argument: '${letter}' in -${letters}`));
}

/** Scans the letters after one dash: any number of flags that may stand bare, then at most one flag with its value. */
function scanShort(scan: Scan, index: number): WordParts {
  const parts: ArgvPart[] = [];
  let taken = 0;
  let letters = (scan.argv[index] ?? '').slice(1);
  while (letters !== '') {
    const next = scanLetter(scan, index, letters);
    parts.push(...next.parts);
    taken = next.taken;
    letters = next.rest;
  }
  return { parts, taken };
}

/**
 * Splits a command line into its parts by the rules of pflag: flags and names in any order, `--name=value`,
 * `--name value`, `--bool`, `-itn shop`, `-nshop`, `-n=shop`. All after `--` is one part. Does not read the values.
 * A mistake is a part too, so that a caller that searches for something can go on.
 * See https://pkg.go.dev/github.com/spf13/pflag
 */
export function* scanArgv(flags: readonly Flag[], argv: readonly string[]): Generator<ArgvPart> {
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') {
      yield { kind: 'after-dash', words: argv.slice(index + 1) };
      return;
    }
    if (word === '-' || !word.startsWith('-')) {
      yield { kind: 'name', text: word, index };
      continue;
    }
    const { parts, taken } = word.startsWith('--')
      ? scanLong({ flags, argv }, index)
      : scanShort({ flags, argv }, index);
    yield* parts;
    index += taken;
  }
}
