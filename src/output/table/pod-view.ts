import type { Pod } from '../../pod/types.ts';
import type { TableCell, TableRow } from './table.ts';

/** A way to show pods as rows: the cells after the name of the pod. */
export interface PodView {
  readonly titles: readonly string[];
  /** The rows of one pod; ages are counted to `now`. */
  readonly rows: (pod: Pod, now: Date) => readonly TableRow[];
  /** The cells of a last row about all pods. */
  readonly total?: () => TableRow;
}

/** A column of a view with a row for each `Item`. */
export interface ViewColumn<Item> {
  readonly title: string;
  readonly cell: (item: Item) => TableCell;
  /** Whether only `-o wide` shows it. */
  readonly isWide?: true;
}

/** The columns and the items of a view. */
export interface ViewParts<Item> {
  readonly columns: readonly ViewColumn<Item>[];
  readonly itemsOf: (pod: Pod, now: Date) => readonly Item[];
}

/** An empty cell, as in kubectl's tables. */
export const NONE = '<none>';

/** Makes a view, with or without its wide columns. */
export function makeView<Item>({ columns, itemsOf }: ViewParts<Item>, isWide: boolean): PodView {
  const shown = columns.filter((column) => isWide || column.isWide !== true);
  return {
    titles: shown.map(({ title }) => title),
    rows: (pod, now) => itemsOf(pod, now).map((item) => shown.map(({ cell }) => cell(item))),
  };
}
