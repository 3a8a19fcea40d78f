import { BOUNDS } from '../../errors/bounds.ts';

/** Takes bytes; a promise asks for no more until it resolves. */
export type TakeBytes = (bytes: Buffer) => Promise<void> | undefined;

/** Output on its way to a reader that may be slower than it comes. */
export interface HeldOutput {
  readonly take: TakeBytes;
  /** Whether so much is held that the container will soon have to wait. */
  readonly isSlow: () => boolean;
  /** Aborted when that changes next. */
  readonly changed: () => AbortSignal;
  /** Resolves when the reader has taken everything; rejects with its error. */
  readonly allTaken: () => Promise<void>;
}

const { most: MOST_BYTES } = BOUNDS.heldPackets;
/** From here on the reader is slow, until less than half of that is left. */
const SLOW_BYTES = MOST_BYTES / 4;

/**
 * Holds output in memory, up to a bound, so that short pauses of the reader do not stop the connection: while we do not read, the
 * container does not hear us either.
 *
 * @param onTaken called whenever the reader has taken something
 * @param onFailure called once with the error of the reader; nothing is handed to it after that
 */
export function holdOutput(
  reader: TakeBytes,
  { onTaken, onFailure }: { readonly onTaken: () => void; readonly onFailure: (error: unknown) => void },
): HeldOutput {
  const waiting: Buffer[] = [];
  let heldBytes = 0;
  let isSlow = false;
  let hasFailed = false;
  let change = new AbortController();
  let emptying: Promise<void> | undefined;
  const judge = (): void => {
    const nowSlow = heldBytes > (isSlow ? SLOW_BYTES / 2 : SLOW_BYTES);
    if (nowSlow === isSlow) return;
    isSlow = nowSlow;
    change.abort();
    change = new AbortController();
  };
  const empty = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await reader(next);
      heldBytes -= next.length;
      onTaken();
      judge();
    }
    emptying = undefined;
  };
  const roomAgain = async (): Promise<void> => {
    while (heldBytes > SLOW_BYTES && !hasFailed) await anyAbort(change.signal, emptying);
  };
  return {
    take: (bytes) => {
      if (hasFailed) return undefined;
      waiting.push(bytes);
      heldBytes += bytes.length;
      judge();
      if (emptying === undefined) {
        emptying = empty();
        emptying.catch((error: unknown) => {
          hasFailed = true;
          onFailure(error);
        });
      }
      return heldBytes > MOST_BYTES ? roomAgain() : undefined;
    },
    isSlow: () => isSlow,
    changed: () => change.signal,
    allTaken: () => emptying ?? Promise.resolve(),
  };
}

/** Resolves at the abort, or when the work is over, in whichever way. */
async function anyAbort(signal: AbortSignal, work: Promise<void> | undefined): Promise<void> {
  const changed = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  await Promise.race([changed, work?.catch(() => undefined)]);
}
