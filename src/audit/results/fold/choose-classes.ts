import { groupRows } from './group-rows.ts';

/** The keys of a row: rows are equal if they have a key in common. */
export type Keys = readonly [masked: string, raw: string];

/** Rows, by index, that have `key` in common. */
interface KeyClass {
  readonly key: string;
  readonly members: readonly number[];
}

function collectClasses(rows: readonly Keys[]): readonly KeyClass[] {
  const pairs = rows.flatMap((keys, index) => keys.map((key) => ({ key, index })));
  return [...groupRows(pairs, ({ key }) => key)].map(([key, own]) => ({
    key,
    members: own.map(({ index }) => index),
  }));
}

/**
 * Puts each row into one class, whose members all have a key in common. A larger class wins, and a masked key wins over
 * a raw one. Two rows that are each equal to a third need not be equal: if a pod in the namespace `default` prints
 * `default`, it may or may not mean its namespace.
 */
export function chooseClasses(rows: readonly Keys[]): readonly KeyClass[] {
  const bySize: KeyClass[][] = [];
  const add = (one: KeyClass): void => {
    (bySize[one.members.length] ??= []).push(one);
  };
  collectClasses(rows).forEach(add);
  const isTaken = new Set<number>();
  const chosen: KeyClass[] = [];
  for (let size = bySize.length - 1; size > 0; size -= 1) {
    for (const { key, members } of bySize[size] ?? []) {
      const left = members.filter((index) => !isTaken.has(index));
      if (left.length < size) {
        if (left.length > 0) add({ key, members: left });
        continue;
      }
      chosen.push({ key, members: left });
      for (const index of left) isTaken.add(index);
    }
  }
  return chosen;
}
