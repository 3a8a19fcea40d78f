import { groupRows } from './group-rows.ts';

/** A row's keys: rows are equal when one of their keys is. */
export type Keys = readonly [masked: string, raw: string];

/** Rows, by index, that have `key` in common. */
export interface KeyClass {
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
 * Puts each row into one class, of which all members have a key in common: the larger class wins, the masked key before
 * the raw one. That two rows are each equal to a third does not make them equal: of a pod in the namespace `default`
 * that prints `default`, nobody knows whether it means its namespace.
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
