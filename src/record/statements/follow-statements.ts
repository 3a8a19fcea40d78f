import type { MarkedPart } from './split-marks.ts';
import { followTypedLine, type TypedLine } from './typed-line.ts';

/** What is known of the command lines of a shell. */
export type Statement =
  /** A line was entered; it runs from now on. `continues`: it goes on with the command of the line before. */
  | {
      readonly kind: 'command';
      readonly number: number;
      readonly cwd: string;
      readonly line: string;
      readonly continues?: true;
    }
  | { readonly kind: 'result'; readonly number: number; readonly exitCode: number };

/** Reads command lines out of the marked output of a shell. */
export interface StatementReader {
  readonly read: (part: MarkedPart) => void;
  /** Hears the keys that are sent. */
  readonly typed: (bytes: Buffer) => void;
  readonly hasPrompted: () => boolean;
}

/** Where a shell stands. */
type State =
  | { readonly kind: 'output' }
  | { readonly kind: 'prompt'; readonly isMore: boolean; text: string }
  | { readonly kind: 'line'; readonly isMore: boolean; readonly line: TypedLine };

/** Enter, Ctrl-C, Ctrl-D, Ctrl-J and Ctrl-O end a line. */
const ENDS_LINE = [3, 4, 10, 13, 15];

/** Follows a shell. `add` is called when a line is entered, before its output, and when it has ended. */
export function followStatements({
  columns,
  add,
}: {
  readonly columns: () => number;
  readonly add: (statement: Statement) => void;
}): StatementReader {
  let state: State = { kind: 'output' };
  let folder = '';
  let number = 0;
  let running: number | undefined;
  let hasPrompted = false;
  // Keys that were sent while a command ran may be its input, or the next line.
  let hasEnded = false;
  const begin = (exitCode: number | undefined): void => {
    // A shell that only draws its prompt anew has run nothing.
    if (state.kind === 'output' && running !== undefined) {
      if (exitCode !== undefined) add({ kind: 'result', number: running, exitCode });
      running = undefined;
    }
  };
  const enter = (line: string, isMore: boolean): void => {
    if (line.trim() === '') return;
    const continues = isMore && running !== undefined;
    if (!continues) number += 1;
    running = number;
    add({ kind: 'command', number, cwd: folder, line, ...(continues && { continues }) });
  };
  const draw = (bytes: Buffer): void => {
    if (state.kind === 'prompt') state.text += bytes.toString('latin1');
    if (state.kind !== 'line') return;
    const { line, isMore } = state;
    if (line.draw(bytes) === undefined) return;
    state = { kind: 'output' };
    hasEnded = false;
    enter(line.text(), isMore);
  };
  const prompt = (isMore: boolean): void => {
    hasPrompted = true;
    state = { kind: 'prompt', isMore, text: '' };
  };
  return {
    hasPrompted: () => hasPrompted,
    typed: (bytes) => {
      hasEnded ||= bytes.some((byte) => ENDS_LINE.includes(byte));
    },
    read: (part) => {
      switch (part.kind) {
        case 'text':
          return draw(part.bytes);
        case 'begin':
          begin(part.exitCode);
          folder = part.folder;
          return prompt(false);
        case 'more':
          return prompt(true);
        case 'end': {
          if (state.kind !== 'prompt') return;
          const { isMore, text } = state;
          const column = columnAfter(text);
          const line = followTypedLine({ columns: columns(), column, canEnd: () => hasEnded });
          state = { kind: 'line', isMore, line };
        }
      }
    },
  };
}

/** How many columns the last line of a prompt takes. */
function columnAfter(prompt: string): number {
  const lastLine = prompt.slice(prompt.search(/[^\r\n]*$/));
  // eslint-disable-next-line no-control-regex -- colours and titles take no columns
  const shown = lastLine.replaceAll(/\u001b\[[\d;?]*[@-~]|\u001b\][^\u0007]*\u0007|[\u0000-\u001f]/g, '');
  return Buffer.from(shown, 'latin1').toString().length;
}
