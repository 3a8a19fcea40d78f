/**
 * Milliseconds to wait before try number `attempt` (0 is the first repetition): a random time below a bound that
 * doubles from 0.5 s to 30 s, so that many clients do not come back at once, but at least a tenth of the bound.
 * `random` returns a number of at least 0 and below 1.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(500 * 2 ** attempt, 30_000);
  return bound * (0.1 + 0.9 * random());
}
