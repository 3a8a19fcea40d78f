// What a list of measured values comes to.

/** The value below which `share` (0 to 1) of the values lie, by the nearest rank. */
function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export const summarize = (values) => ({
  n: values.length,
  min: quantile(values, 0),
  median: quantile(values, 0.5),
  p95: quantile(values, 0.95),
  max: quantile(values, 1),
});

/** The median of `ours` divided by that of `theirs`. */
export const ratio = (ours, theirs) => quantile(ours, 0.5) / quantile(theirs, 0.5);

/** Rows of one shape as aligned text; numbers that are not whole get two decimals. */
export function table(rows) {
  const show = (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : `${value}`;
  const lines = [Object.keys(rows[0]), ...rows.map((row) => Object.values(row).map(show))];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))),
    )
    .map((cells) => cells.join('  '))
    .join('\n');
}
