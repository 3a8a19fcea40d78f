/** Room for bytes that was taken. */
export interface ByteLease {
  /** Gives back what is not needed after all. */
  readonly shrink: (bytes: number) => void;
  /** Gives back all that is left; doing so again changes nothing. */
  readonly release: () => void;
}

/** Memory that is shared by all that read at the same time. */
export interface ByteBudget {
  /** Waits for its turn, and until there is room; who asks for more than there is gets it alone. */
  readonly take: (bytes: number) => Promise<ByteLease>;
}

/** Makes room for so many bytes, which is given in the order in which it is asked for. */
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
