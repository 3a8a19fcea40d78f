import type { Io, TerminalSize } from '../../io.ts';
import { aborted } from './aborted.ts';

const COALESCE_MS = 20;

/** A nudge that is sent if there is no output after the pause, and how long it lasts, in milliseconds. */
interface LaterNudge {
  readonly pauseMs: number;
  readonly holdMs: number;
}

/**
 * The shell may not have been ready for the first nudge, or containerd may have passed it on before it connected the attach,
 * so that the prompt went to the log alone. On a busy node a shell looks at its size only after both changes, and bash draws
 * nothing for a size that it knows, so the last nudges wait between the two.
 */
const LATER_NUDGES: readonly LaterNudge[] = [
  { pauseMs: 25, holdMs: 0 },
  { pauseMs: 60, holdMs: 0 },
  { pauseMs: 150, holdMs: 0 },
  { pauseMs: 400, holdMs: 0 },
  { pauseMs: 400, holdMs: 50 },
  { pauseMs: 500, holdMs: 150 },
  { pauseMs: 1500, holdMs: 500 },
];
/** How long a program that is known to run has to see the first change of a nudge. */
const HOLD_MS = 50;

/** Where sizes are sent to. */
type Resize = (size: TerminalSize) => void;

/**
 * Tells the remote terminal its size: at once, at each change (many changes at once become one), and again after a pause until
 * there is output. A change of size makes shells and full-screen programs redraw, so we send a larger one and then the true
 * size.
 */
export async function tellWindowSize(
  io: Io,
  { resize, hasOutput }: { readonly resize: Resize; readonly hasOutput: () => boolean },
  signal: AbortSignal,
): Promise<void> {
  nudgeAtOnce(io, resize);
  const stopListening = coalesceResizes(io, () => resize(windowSize(io)), signal);
  try {
    for (const { pauseMs, holdMs } of LATER_NUDGES) {
      await io.sleep(pauseMs, signal);
      if (hasOutput()) break;
      if (holdMs === 0) nudgeAtOnce(io, resize);
      else await nudge(io, resize, { holdMs, signal });
    }
    await aborted(signal);
  } catch {
    // the session is over
  } finally {
    stopListening();
  }
}

/** The size of our terminal; that of a VT100 if there is none. */
export function windowSize(io: Pick<Io, 'terminal'>): TerminalSize {
  return io.terminal.size() ?? { columns: 80, rows: 24 };
}

/** Sends one column more, then the true size: a change even for a program that knows the size. */
function nudgeAtOnce(io: Io, resize: Resize): void {
  const { columns, rows } = windowSize(io);
  resize({ columns: columns + 1, rows });
  resize({ columns, rows });
}

/**
 * Has a program that runs redraw what it shows: sends one row more, and the true size after a while, so that the program sees
 * two sizes however late it looks. A row, as a command that reads its size only now may lay out its output by the columns. Throws
 * the signal's reason.
 */
export async function nudge(
  io: Pick<Io, 'terminal' | 'sleep'>,
  resize: Resize,
  { holdMs = HOLD_MS, signal }: { readonly holdMs?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { columns, rows } = windowSize(io);
  resize({ columns, rows: rows + 1 });
  await io.sleep(holdMs, signal);
  resize(windowSize(io));
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
