import { printable } from '../printable.ts';

/** What a cell tells beside its text; shown by colour where there is any. */
export type Meaning = 'ready' | 'waiting' | 'failed' | 'done';

/** Text from the cluster. */
export type TableCell = string | { readonly text: string; readonly meaning: Meaning };

/** The header is a row too. */
export type TableRow = readonly TableCell[];

/** Lays a colour over text that is printable already, without a change to what it reads. */
export type Paint = (text: string, meaning: Meaning) => string;

/** A table that is written in parts. */
export interface Table {
  /** The text of more rows; the first call puts the header above them. Cells are made printable. */
  readonly rows: (rows: readonly TableRow[]) => string;
}

const MIN_WIDTH = 6;
const PADDING = 3;

/** As kubectl: what follows a line break is cut off (k8s.io/cli-runtime, printers/tableprinter.go). */
function cellText(cell: TableCell): string {
  const text = typeof cell === 'string' ? cell : cell.text;
  const end = text.search(/[\n\r\f]/);
  return printable(end === -1 ? text : `${text.slice(0, end)}...`);
}

/** Characters, not UTF-16 units and not terminal columns: kubectl counts the same. */
function countCharacters(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}

function growWidths(widths: number[], cells: readonly string[]): void {
  for (let column = 0; column < cells.length - 1; column += 1) {
    const width = countCharacters(cells[column] ?? '') + PADDING;
    widths[column] = Math.max(widths[column] ?? MIN_WIDTH, width);
  }
}

function layOutRow(
  cells: readonly string[],
  widths: readonly number[],
  paintCell: (text: string, column: number) => string,
): string {
  const last = cells.length - 1;
  const laidOut = cells.map((cell, column) => {
    const padding = column === last ? 0 : (widths[column] ?? 0) - countCharacters(cell);
    return paintCell(cell, column) + ' '.repeat(padding);
  });
  return `${laidOut.join('')}\n`;
}

const UNPAINTED: Paint = (text) => text;

/**
 * Starts a table that is laid out as kubectl does it, but page by page, so that the first rows of a long list can be
 * shown before the last ones are there: each column is as wide as its widest cell so far and never shrinks again.
 */
export function openTable(header?: TableRow, paint: Paint = UNPAINTED): Table {
  const widths: number[] = [];
  let above = header === undefined ? [] : [header];
  return {
    rows: (rows) => {
      const all = [...above, ...rows];
      const texts = all.map((row) => row.map(cellText));
      above = [];
      for (const cells of texts) growWidths(widths, cells);
      return texts
        .map((cells, index) =>
          layOutRow(cells, widths, (text, column) => {
            const cell = all[index]?.[column] ?? '';
            return typeof cell === 'string' ? text : paint(text, cell.meaning);
          }),
        )
        .join('');
    },
  };
}
