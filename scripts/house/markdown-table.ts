/** A Markdown table in the form that prettier gives it; the first row is the heading. */
export function markdownTable(table: readonly (readonly string[])[]): string {
  const [heading = [], ...rows] = table;
  const widths = heading.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(heading), rule, ...rows.map(line)].join('\n');
}
