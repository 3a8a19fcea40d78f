/** Cells of a table that kubectl printed, the header first. Columns start where their headers do. */
function readCells(table: string): readonly (readonly string[])[] {
  const lines = table.split('\n').slice(0, -1);
  const starts = [...(lines[0] ?? '').matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
  return lines.map((line) => starts.map((start, column) => line.slice(start, starts[column + 1]).trimEnd()));
}

/** The layout of kubectl's tables: three spaces after the widest cell of a column, none after the last column. */
function print(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(width(column) + 3))).join('');
  return rows.map((row) => `${line(row)}\n`).join('');
}

/** `12s`, `2m5s`, `3d` as they stand in the column AGE and in `2 (12s ago)`. */
const AGE = /^(?:\d+[smhdy])+$|(?<=\()(?:\d+[smhdy])+(?= ago\)$)/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

function secondsOf(age: string): number {
  const parts = [...age.matchAll(/(\d+)([smhdy])/g)];
  return parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (UNIT_SECONDS[unit] ?? 0), 0);
}

const ageIn = (cell = '') => AGE.exec(cell)?.[0] ?? '';

/** Whether two tables are the same but for the time that has passed. */
export function differOnlyInAges(before: string, after: string): boolean {
  const withoutAges = (table: string) =>
    JSON.stringify(readCells(table).map((row) => row.map((cell) => cell.replace(AGE, ''))));
  return withoutAges(before) === withoutAges(after);
}

/**
 * What kubectl would have printed between `before` and `after`, two of its tables that differ only in ages, at
 * the moment at which `ours` was printed: its own cells and layout, with those ages of `ours` that lie between.
 */
export function tableBetween(before: string, after: string, ours: string): string {
  if (print(readCells(before)) !== before)
    throw new Error(`kubectl lays its tables out differently:\n${before}`);
  const [later, mine] = [readCells(after), readCells(ours)];
  const expected = readCells(before).map((row, y) =>
    row.map((cell, x) => {
      const [first, last, age] = [cell, later[y]?.[x], mine[y]?.[x]].map(ageIn);
      if (first === undefined || last === undefined || age === undefined) return cell;
      const isBetween = secondsOf(first) <= secondsOf(age) && secondsOf(age) <= secondsOf(last);
      return isBetween ? cell.replace(AGE, age) : cell;
    }),
  );
  return print(expected);
}
