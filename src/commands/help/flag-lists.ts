import type { Flag } from '../../flags/flag.ts';
import { FLAG_GROUPS } from '../../flags/flag-groups.ts';
import type { TermRow } from './columns.ts';

/** Flags that belong together. */
export interface FlagList {
  readonly title: string;
  readonly flags: readonly Flag[];
}

/** A list with fewer flags needs no groups. */
const FEW_FLAGS = 10;

/** A flag as it is typed: `-m, --image=IMAGE`. */
export function flagTerm({ name, short, placeholder, textWhenBare }: Flag): string {
  const letter = short === undefined ? '' : `-${short}, `;
  const value = placeholder === undefined ? '' : `=${placeholder}`;
  return `${letter}--${name}${textWhenBare === undefined || value === '' ? value : `[${value}]`}`;
}

/** A flag in a list: the name is in one column whether the flag has a letter or not. */
export function flagRow(flag: Flag, text = flag.description): TermRow {
  const term = flag.short === undefined ? `    ${flagTerm(flag)}` : flagTerm(flag);
  return { term, text: flag.default === undefined ? text : `${text} (default ${flag.default})` };
}

/** Flags of kubectl that are accepted without effect are left out of help texts. */
export function listedFlags(flags: readonly Flag[]): readonly Flag[] {
  return flags.filter(({ hasNoEffect }) => hasNoEffect !== true);
}

/** The flags under their headings; a few flags in one list. */
export function groupFlags(flags: readonly Flag[]): readonly FlagList[] {
  if (flags.length === 0) return [];
  if (flags.length < FEW_FLAGS) return [{ title: 'Flags', flags }];
  return Object.entries(FLAG_GROUPS).flatMap(([group, title]) => {
    const members = flags.filter((flag) => flag.group === group);
    return members.length === 0 ? [] : [{ title, flags: members }];
  });
}
