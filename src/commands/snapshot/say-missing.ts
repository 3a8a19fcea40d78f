import type { TakenSnapshot } from '../../snapshot/take-snapshot.ts';

/** How many names of missing evidence a line lists. */
const MAX_NAMES = 8;

/** One line for each reason, with what it applies to. */
function linesByReason(word: string, rows: TakenSnapshot['missing' | 'cut']): readonly string[] {
  const byReason = new Map<string, readonly string[]>();
  for (const { path, why } of rows) byReason.set(why, [...(byReason.get(why) ?? []), path]);
  return [...byReason].map(([why, paths]) => {
    const more = paths.length > MAX_NAMES ? ` and ${paths.length - MAX_NAMES} more` : '';
    return `${word} ${paths.slice(0, MAX_NAMES).join(', ')}${more}: ${why}`;
  });
}

/**
 * What is missing and what is not whole, one line for each reason: `without processes, usage: no debug container: …`,
 * `not whole: logs/app.log: only the last 10 MiB`.
 */
export function missingLines({ missing, cut }: Pick<TakenSnapshot, 'missing' | 'cut'>): readonly string[] {
  return [...linesByReason('without', missing), ...linesByReason('not whole:', cut)];
}
