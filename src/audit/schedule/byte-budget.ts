/** Bytes that were taken from a budget. */
export interface ByteLease {
  /** Keeps this many bytes and gives back the rest. */
  readonly shrink: (bytes: number) => void;
  /** Gives back all bytes; may be called again. */
  readonly release: () => void;
}

/** A limit on the bytes that concurrent readers hold in memory. */
export interface ByteBudget {
  /** Waits until the bytes are free, in the order of the calls. More than the whole budget is granted alone. */
  readonly take: (bytes: number) => Promise<ByteLease>;
}

/** Makes a budget of `size` bytes. */
export function makeByteBudget(size: number): ByteBudget {
  let taken = 0;
  const waiting: { readonly bytes: number; readonly enter: () => void }[] = [];
  const look = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (taken > 0 && taken + next.bytes > size) return;
      waiting.shift();
      taken += next.bytes;
      next.enter();
    }
  };
  const leaseOf = (bytes: number): ByteLease => {
    let held = bytes;
    const shrink = (to: number): void => {
      taken -= Math.max(held - to, 0);
      held = Math.min(held, to);
      look();
    };
    return { shrink, release: () => shrink(0) };
  };
  return {
    take: async (bytes) => {
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, enter: resolve });
        look();
      });
      return leaseOf(bytes);
    },
  };
}
