interface DurationBin {
  readonly label: string;
  readonly count: number;
}

/** Each bin ends below this many seconds. */
const BINS = [
  { label: '<0.1s', below: 0.1 },
  { label: '<0.5s', below: 0.5 },
  { label: '<1s', below: 1 },
  { label: '1s', below: 2 },
  { label: '2–4s', below: 5 },
  { label: '5–9s', below: 10 },
  { label: '10–29s', below: 30 },
  { label: '30–59s', below: 60 },
  { label: '1–4m', below: 300 },
  { label: '5m…', below: Infinity },
] as const;

/** Counts durations, in milliseconds, in bins of growing width. Leaves out empty bins at both ends. */
export function binDurations(durations: readonly number[]): readonly DurationBin[] {
  const counts = BINS.map(() => 0);
  for (const duration of durations) {
    const index = BINS.findIndex(({ below }) => duration < below * 1000);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const from = counts.findIndex((count) => count > 0);
  const to = counts.findLastIndex((count) => count > 0);
  if (from === -1) return [];
  return BINS.map(({ label }, index) => ({ label, count: counts[index] ?? 0 })).slice(from, to + 1);
}

/** The smallest duration that a `share` (0 to 1) of all durations does not exceed; undefined if there are none. */
export function quantile(durations: readonly number[], share: number): number | undefined {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)];
}
