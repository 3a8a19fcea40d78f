import type { BytePath, Refusal } from '../file-sink.ts';

/** The entries that were refused for one reason. */
export interface Refused {
  readonly why: Refusal;
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly BytePath[];
}

/** Counts what is refused. */
export interface Refusals {
  readonly add: (path: BytePath, why: Refusal) => void;
  readonly list: () => readonly Refused[];
}

/** A container can have millions of names that are refused. */
const MOST_NAMED = 20;

/** Counts what is refused, and remembers the first names. */
export function countRefusals(): Refusals {
  const rows = new Map<Refusal, { count: number; readonly paths: BytePath[] }>();
  return {
    add: (path, why) => {
      const row = rows.get(why) ?? { count: 0, paths: [] };
      row.count += 1;
      if (row.paths.length < MOST_NAMED) row.paths.push(path);
      rows.set(why, row);
    },
    list: () => [...rows].map(([why, { count, paths }]) => ({ why, count, paths })),
  };
}
