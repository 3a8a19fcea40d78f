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

/** A figure of ours beside one of kubectl's, in words that need no explanation: `3.1 times as fast`, `1.3 times the time`. */
export function comparison(ours, theirs, unit) {
  const times = ratio(ours, theirs);
  if (!Number.isFinite(times) || times === 0) return '';
  const isSpeed = unit.endsWith('/s');
  const isMemory = !isSpeed && unit.endsWith('B');
  if (isMemory)
    return times < 1 ? `${Math.round(100 * times)} % of the memory` : `${digits(times)} times the memory`;
  const faster = isSpeed ? times : 1 / times;
  if (faster > 0.95 && faster < 1.05) return 'as fast';
  return faster > 1 ? `${digits(faster)} times as fast` : `${digits(1 / faster)} times the time`;
}

/** Two digits that matter, or those of the whole number. */
const digits = (value) => (value >= 10 ? value.toFixed(0) : value.toFixed(value < 1.1 ? 2 : 1));

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
