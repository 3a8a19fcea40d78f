import { FLAG_TEXT } from '../../flags/flag-text.ts';
import type { Flag } from '../../flags/flag.ts';

/** Texts with which a flag that takes a text asks for nothing. */
const NOTHING = ['', 'none', 'false'];

/** Whether valid texts of a flag ask for anything; the last one counts. Blanks do not, nor does `--rm=0`. */
export function isOn({ kind }: Pick<Flag, 'kind'>, texts: readonly string[] = []): boolean {
  const text = texts.at(-1)?.trim();
  if (text === undefined) return false;
  return kind === 'boolean' ? FLAG_TEXT.boolean(text) : !NOTHING.includes(text);
}
