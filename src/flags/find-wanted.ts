import type { Flag } from './flag.ts';
import { scanArgv } from './scan-argv.ts';

/** What the last word of an unfinished command line will be. */
export type Wanted =
  /** It belongs to the command in the container. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'flag-name'; readonly typed: string }
  /** `prefix` is the part of the word before the value, such as `--image=`. */
  | { readonly kind: 'value'; readonly flag: Flag; readonly prefix: string; readonly typed: string }
  | { readonly kind: 'name'; readonly typed: string };

/** A placeholder that no word of a command line contains. */
const HERE = '\0';

/** What a word with a dash will be: the name of a flag, or a flag with its value. */
function findInFlag(flags: readonly Flag[], word: string): Wanted {
  const [part] = [...scanArgv(flags, [word])].slice(-1);
  const hasValue = part?.kind === 'flag' && part.flag.kind !== 'boolean';
  if (!hasValue) return { kind: 'flag-name', typed: word };
  const { flag, text: typed } = part;
  return { kind: 'value', flag, prefix: word.slice(0, word.length - typed.length), typed };
}

/** Finds what the last of `words` will be, by the rules for finished command lines. */
export function findWanted(flags: readonly Flag[], words: readonly string[]): Wanted {
  const typed = words.at(-1) ?? '';
  const [last] = [...scanArgv(flags, [...words.slice(0, -1), HERE])].slice(-1);
  if (last?.kind === 'after-dash') return { kind: 'nothing' };
  if (last?.kind === 'flag' && last.text === HERE)
    return { kind: 'value', flag: last.flag, prefix: '', typed };
  return typed.startsWith('-') ? findInFlag(flags, typed) : { kind: 'name', typed };
}
