/**
 * Milliseconds to wait before retry number `attempt` (from 0): a random part, at least a tenth, of a bound that
 * doubles from 0.5 s to 30 s. Randomness keeps clients from retrying all at once. `random` returns a number in [0,
 * 1).
 */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(500 * 2 ** attempt, 30_000);
  return bound * (0.1 + 0.9 * random());
}
