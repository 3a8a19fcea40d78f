import type { Io, TerminalSize } from '../../io.ts';
import { aborted } from './aborted.ts';

const COALESCE_MS = 20;
/**
 * The pauses after which the nudge is repeated until there is output, in milliseconds. The shell may not have been ready for
 * the first one, or containerd may have passed it on before it connected the attach, so that the prompt went to the log alone.
 */
const NUDGES_MS = [25, 60, 150, 400];

/**
 * Tells the remote terminal its size: at once, at each change (many changes at once become one), and again after a pause until
 * there is output. A change of size makes shells and full-screen programs redraw, so we send one column more and then the true
 * size.
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
    // the session is over
  } finally {
    stopListening();
  }
}

/** The size of our terminal; that of a VT100 if there is none. */
export function windowSize(io: Io): TerminalSize {
  return io.terminal.size() ?? { columns: 80, rows: 24 };
}

/** Sends one column more, then the true size: a change even for a program that knows the size. */
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
