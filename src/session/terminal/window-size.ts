import type { Io, TerminalSize } from '../../io.ts';
import { aborted } from './aborted.ts';

const COALESCE_MS = 20;
/**
 * When to repeat the nudge while nothing has come. A shell may not have heard of the first one, and containerd may have
 * passed it on before it had the attach take part in the output, so that the answer went only to the log.
 */
const NUDGES_MS = [25, 60, 150, 400];

/**
 * Tells the remote terminal its size: at once, at each change (a storm of changes becomes one), and again after
 * a pause while no output has come. A change of size makes shells and full-screen programs draw themselves, so
 * each telling is a pair: one column more, then the truth.
 */
export async function tellWindowSize(
  io: Io,
  { resize, hasOutput }: { readonly resize: (size: TerminalSize) => void; readonly hasOutput: () => boolean },
  signal: AbortSignal,
): Promise<void> {
  nudge(windowSize(io), resize);
  const stopListening = coalesceResizes(io, () => resize(windowSize(io)), signal);
  try {
    for (const pause of NUDGES_MS) {
      await io.sleep(pause, signal);
      if (hasOutput()) break;
      nudge(windowSize(io), resize);
    }
    await aborted(signal);
  } catch {
    // the session is over: nothing is left to tell
  } finally {
    stopListening();
  }
}

/** The size of our terminal; that of a VT100 when there is none. */
export function windowSize(io: Io): TerminalSize {
  return io.terminal.size() ?? { columns: 80, rows: 24 };
}

/** One column more, then the true size: the remote program hears a change even if it knew the size. */
export function nudge(size: TerminalSize, resize: (size: TerminalSize) => void): void {
  resize({ columns: size.columns + 1, rows: size.rows });
  resize(size);
}

function coalesceResizes(io: Io, tell: () => void, signal: AbortSignal): () => void {
  let isPending = false;
  return io.terminal.onResize(() => {
    if (isPending) return;
    isPending = true;
    io.sleep(COALESCE_MS, signal).then(
      () => {
        isPending = false;
        tell();
      },
      () => undefined, // the session is over
    );
  });
}
