import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Listener } from './tap-output.ts';

/** A listener that counts the last bytes of an output. */
export interface HeardTail {
  readonly hear: Listener;
  /** How many bytes have come right before now. */
  readonly bytes: () => number;
}

/** Output that comes within this time of the end may have been printed right before it, in milliseconds. */
const RIGHT_BEFORE_MS = 2000;
/** So many bytes fit into the pipe between a process and its runtime; of more, some may be on the way when it ends. */
const SAFE_BYTES = 32 * 1024;

/** Counts how much came at last. */
export function hearTail({ now }: Pick<Io, 'now'>): HeardTail {
  // The bytes are counted in two spans of time, of which the older one is forgotten whole.
  let older = { sinceMs: 0, bytes: 0 };
  let newer = { sinceMs: now().getTime(), bytes: 0 };
  const turn = (): void => {
    const nowMs = now().getTime();
    if (nowMs - newer.sinceMs < RIGHT_BEFORE_MS) return;
    older = nowMs - newer.sinceMs < 2 * RIGHT_BEFORE_MS ? newer : { sinceMs: 0, bytes: 0 };
    newer = { sinceMs: nowMs, bytes: 0 };
  };
  return {
    hear: (_, bytes) => {
      turn();
      newer.bytes += bytes.length;
    },
    bytes: () => {
      turn();
      return older.bytes + newer.bytes;
    },
  };
}

/** Warns of output that may be incomplete: a runtime may drop what a process prints right before its end. */
export function sayAboutTail(
  outcome: Outcome,
  bytes: number,
  { container, notes }: { readonly container: ContainerRef; readonly notes: Notes },
): void {
  if (outcome.kind !== 'exited' || bytes <= SAFE_BYTES) return;
  notes.warn(
    `the output of "${container.container}" may be incomplete: ${Math.floor(bytes / 1024)} KiB of it came right before its end, where a node may drop some; a command after --, in an image with a shell, is proven complete`,
  );
}
