import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Output } from '../../session/local/output.ts';

/** An output that is listened to. */
export interface HeardTail {
  readonly output: Output;
  /** How many bytes came last, right before the end. */
  readonly bytes: () => number;
}

/** What comes within this time of the end may have been printed right before it, in milliseconds. */
const RIGHT_BEFORE_MS = 2000;
/** So much fits into what lies between a process and its runtime; more of it may still be on the way when it ends. */
const SAFE_BYTES = 32 * 1024;

/** The same output, of which it is known how much came at last. */
export function hearTail({ now }: Pick<Io, 'now'>, output: Output): HeardTail {
  // Of two spans of time, the older one is forgotten whole.
  let older = { sinceMs: 0, bytes: 0 };
  let newer = { sinceMs: now().getTime(), bytes: 0 };
  const turn = (): void => {
    const nowMs = now().getTime();
    if (nowMs - newer.sinceMs < RIGHT_BEFORE_MS) return;
    older = nowMs - newer.sinceMs < 2 * RIGHT_BEFORE_MS ? newer : { sinceMs: 0, bytes: 0 };
    newer = { sinceMs: nowMs, bytes: 0 };
  };
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        turn();
        newer.bytes += bytes.length;
        output.write(channel, bytes);
      },
    },
    bytes: () => {
      turn();
      return older.bytes + newer.bytes;
    },
  };
}

/** Warns of output that nobody can know to be complete: a runtime may drop what a process prints right before its end. */
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
