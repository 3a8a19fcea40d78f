import type { TakenSnapshot } from '../../snapshot/take-snapshot.ts';

/** How many names of missing evidence a line lists. */
const MAX_NAMES = 8;

/** What is missing, one line for each reason: `without processes, usage: no debug container: …`. */
export function missingLines({ missing }: Pick<TakenSnapshot, 'missing'>): readonly string[] {
  const byReason = new Map<string, readonly string[]>();
  for (const { path, why } of missing) byReason.set(why, [...(byReason.get(why) ?? []), path]);
  return [...byReason].map(([why, paths]) => {
    const more = paths.length > MAX_NAMES ? ` and ${paths.length - MAX_NAMES} more` : '';
    return `without ${paths.slice(0, MAX_NAMES).join(', ')}${more}: ${why}`;
  });
}
