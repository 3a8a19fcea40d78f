/** Values by a number of their own. No number is there twice. */
export interface Ordered<T> {
  /** Does nothing if there is a value with this number. */
  readonly add: (order: number, value: T) => void;
  /** Takes out the value with the smallest number; undefined if there is none. */
  readonly takeFirst: () => T | undefined;
}

/** Makes an empty collection. Both calls are fast with thousands of values. */
export function makeOrdered<T>(): Ordered<T> {
  // The largest number first, so that the smallest one is taken from the end.
  const sorted: { readonly order: number; readonly value: T }[] = [];
  return {
    add: (order, value) => {
      const place = placeOf(sorted, order);
      if (sorted[place]?.order !== order) sorted.splice(place, 0, { order, value });
    },
    takeFirst: () => sorted.pop()?.value,
  };
}

/** The index of the first number that is not larger. */
function placeOf(sorted: readonly { readonly order: number }[], order: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle]?.order ?? 0) > order) from = middle + 1;
    else to = middle;
  }
  return from;
}
