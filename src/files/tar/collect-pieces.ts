/** Bytes that wait until there are enough of them. */
export interface Pieces {
  /** A promise asks for a pause. */
  readonly put: (bytes: Buffer) => Promise<void> | undefined;
  /** Passes on what is left, and waits until all is taken. */
  readonly flush: () => Promise<void>;
}

/** What a pipe holds on Linux. */
const ENOUGH = 64 * 1024;

/** Passes bytes on in pieces that are worth a system call: small files have headers and padding of a few hundred bytes. */
export function collectPieces(write: (bytes: Buffer) => Promise<void> | undefined): Pieces {
  let pieces: Buffer[] = [];
  let length = 0;
  let pause: Promise<void> | undefined;
  const pass = (): void => {
    const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    pieces = [];
    length = 0;
    pause = write(all);
    // Whoever waits for it hears of a failure; until then it is no unhandled one.
    pause?.catch(() => undefined);
  };
  return {
    put: (bytes) => {
      if (bytes.length > 0) pieces.push(bytes);
      length += bytes.length;
      if (length >= ENOUGH) pass();
      return pause;
    },
    flush: async () => {
      if (length > 0) pass();
      await pause;
    },
  };
}
