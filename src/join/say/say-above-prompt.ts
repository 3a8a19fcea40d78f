import { CLEAR_LINE, lineAfter } from '../../session/gap/live-output.ts';
import type { Output } from '../../session/local/output.ts';
import { followTerminalModes } from '../../session/terminal/terminal-modes.ts';
import type { Listener } from '../hear/tap-output.ts';

/** Says a line into a session that has the terminal. */
export interface AbovePrompt {
  /** Hears all that is shown. */
  readonly hear: Listener;
  /** Shows the line now or, while a command of the shell runs, above its next prompt. */
  readonly say: (text: string) => void;
}

/**
 * Says a line above the prompt of a shell, which may have been drawn already: clears the prompt, with what is typed at it,
 * and draws it again below. Never into a full-screen program.
 */
export function makeAbovePrompt(output: Pick<Output, 'write'>): AbovePrompt {
  const modes = followTerminalModes();
  let line: Buffer<ArrayBuffer> = Buffer.alloc(0);
  let hasPrompted = false;
  let waiting: string | undefined;
  const show = (): void => {
    const isBetween = hasPrompted && line.length === 0;
    if (waiting === undefined || isBetween || modes.isFullScreen()) return;
    // On a raw terminal a line feed does not return to the left.
    const text = `${hasPrompted ? CLEAR_LINE : ''}${waiting}\r\n`;
    output.write('stdout', Buffer.concat([Buffer.from(text), line]));
    waiting = undefined;
  };
  return {
    hear: (_, bytes) => {
      modes.see(bytes);
      line = lineAfter(line, bytes);
      hasPrompted ||= line.length > 0;
      // Others hear these bytes, and the terminal gets them, before we may write below them.
      if (waiting !== undefined) queueMicrotask(show);
    },
    say: (text) => {
      waiting = text;
      show();
    },
  };
}
