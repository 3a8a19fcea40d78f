/**
 * Modes that a remote program may switch on and then leave on when the session ends under it; the number is the
 * parameter of DECSET (`ESC [ ? n h`) and DECRST (`ESC [ ? n l`).
 */
const RESTORED_WHEN_OFF = [1049, 1047, 47, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 2004];
const CURSOR = 25;
/** Long enough for any private mode sequence that is cut by the edge of a chunk. */
const MAX_TAIL = 32;

/** Follows the output of a session to know which modes must be reset when it is cut off. */
export interface TerminalModes {
  readonly see: (bytes: Buffer) => void;
  /** Whether a full-screen program owns the screen. */
  readonly isFullScreen: () => boolean;
  /** The control sequence that puts the terminal back; empty when nothing was left on. */
  readonly resetSequence: () => string;
}

/** Makes a follower that has seen nothing yet. */
export function followTerminalModes(): TerminalModes {
  const on = new Set<number>();
  let isCursorHidden = false;
  let tail = '';
  return {
    see: (bytes) => {
      const text = tail + bytes.toString('latin1');
      for (const [, parameters = '', action] of text.matchAll(/\x1b\[\?([\d;]+)([hl])/g)) {
        for (const mode of parameters.split(';').map(Number)) {
          if (mode === CURSOR) isCursorHidden = action === 'l';
          else if (action === 'h') on.add(mode);
          else on.delete(mode);
        }
      }
      const lastEscape = text.lastIndexOf('\x1b', text.length);
      tail =
        lastEscape >= text.length - MAX_TAIL && !/[hl]/.test(text.slice(lastEscape))
          ? text.slice(lastEscape)
          : '';
    },
    isFullScreen: () => [1049, 1047, 47].some((mode) => on.has(mode)),
    resetSequence: () => {
      const left = RESTORED_WHEN_OFF.filter((mode) => on.has(mode)).map((mode) => `\x1b[?${mode}l`);
      return left.join('') + (isCursorHidden ? `\x1b[?${CURSOR}h` : '');
    },
  };
}
