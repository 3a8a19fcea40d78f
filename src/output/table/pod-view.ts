import type { Pod } from '../../pod/types.ts';
import type { TableCell, TableRow } from './table.ts';

/** A way to show pods as rows: the cells behind the name of the pod. */
export interface PodView {
  readonly titles: readonly string[];
  /** The rows of one pod; `now` is what ages are counted to. */
  readonly rows: (pod: Pod, now: Date) => readonly TableRow[];
  /** The cells of a last row about all pods whose rows were asked for. */
  readonly total?: () => TableRow;
}

/** One column of a view whose rows are each about one `Item`. */
export interface ViewColumn<Item> {
  readonly title: string;
  readonly cell: (item: Item) => TableCell;
  /** Whether only `-o wide` shows it. */
  readonly isWide?: true;
}

/** What a kind of view shows. */
export interface ViewParts<Item> {
  readonly columns: readonly ViewColumn<Item>[];
  readonly itemsOf: (pod: Pod, now: Date) => readonly Item[];
}

/** What stands in a cell about which there is nothing to say, as in kubectl's tables. */
export const NONE = '<none>';

/** Puts a view together, with its wide columns or without them. */
export function makeView<Item>({ columns, itemsOf }: ViewParts<Item>, isWide: boolean): PodView {
  const shown = columns.filter((column) => isWide || column.isWide !== true);
  return {
    titles: shown.map(({ title }) => title),
    rows: (pod, now) => itemsOf(pod, now).map((item) => shown.map(({ cell }) => cell(item))),
  };
}
