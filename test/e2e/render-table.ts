/** A table of Markdown, laid out as prettier does it. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(width(column))).join(' | ')} |`;
  const [header = [], ...body] = rows;
  return [line(header), line(header.map((_, column) => '-'.repeat(width(column)))), ...body.map(line)].join(
    '\n',
  );
}
