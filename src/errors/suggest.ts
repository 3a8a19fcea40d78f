/**
 * How many letters to insert, delete, replace or swap to turn one word into the other. A distance above `limit` may come
 * out as any number above it; a word that is too long for a name is infinitely far away.
 */
function editDistance(left: string, right: string, limit: number): number {
  if (right.length > LONGEST_NAME || Math.abs(left.length - right.length) > limit) return Infinity;
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    rows.push(current);
    const end = Math.min(right.length, row + limit);
    // Cells further from the diagonal than this are above the limit.
    for (let column = Math.max(1, Math.floor(row - limit)); column <= end; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(left.length, right.length);
}

/** The longest name of a Kubernetes object. */
const LONGEST_NAME = 253;

/** The word of `known` that is closest to `typed`; undefined if none is close. */
export function suggestWord(typed: string, known: readonly string[]): string | undefined {
  const limit = Math.min(2, typed.length / 3);
  const byDistance = known
    .map((word) => ({ word, distance: editDistance(typed, word, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance);
  return byDistance[0]?.word;
}
