/** What all containers together may bring. */
export interface ByteTotal {
  /** How many bytes nobody has taken. */
  readonly left: () => number;
  /** Takes bytes; call it before they are read, so that transfers at the same time cannot pass the bound together. */
  readonly take: (bytes: number) => void;
  /** Gives back bytes that did not come. */
  readonly giveBack: (bytes: number) => void;
}

/** Makes a total of `most` bytes. */
export function makeByteTotal(most: number): ByteTotal {
  let taken = 0;
  return {
    left: () => Math.max(most - taken, 0),
    take: (bytes) => void (taken += bytes),
    giveBack: (bytes) => void (taken -= bytes),
  };
}
