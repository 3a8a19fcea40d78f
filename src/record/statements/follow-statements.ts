import { drawnText } from '../../errors/drawn-text.ts';
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
      /** The line was typed before its prompt, and was not shown behind it: `line` is empty. */
      readonly typedAhead?: true;
    }
  | { readonly kind: 'result'; readonly number: number; readonly exitCode: number };

/** Reads command lines out of the marked output of a shell. */
export interface StatementReader {
  readonly read: (part: MarkedPart) => void;
  /** Hears the keys that are sent. */
  readonly typed: (bytes: Buffer) => void;
  /** Whether a prompt with marks was shown, or nothing at all. */
  readonly hasPrompted: () => boolean;
}

/** Where a shell stands. */
type State =
  | { readonly kind: 'output' }
  | { readonly kind: 'prompt'; readonly isMore: boolean; text: string }
  | {
      readonly kind: 'line';
      readonly isMore: boolean;
      readonly hasEditor: boolean;
      readonly line: TypedLine;
    };

/** Enter, Ctrl-C, Ctrl-D, Ctrl-J and Ctrl-O end a line. */
const ENDS_LINE = [3, 4, 10, 13, 15];

/** What the commands of a shell are told by. */
interface Told {
  /** A line was entered at a prompt. */
  readonly enter: (line: string, how: { readonly isMore: boolean; readonly isAhead: boolean }) => void;
  /** A prompt begins after a command. */
  readonly end: (exitCode: number | undefined, folder: string) => void;
}

/** Numbers the commands, and says which one a result belongs to. */
function numberCommands(add: (statement: Statement) => void): Told {
  let folder = '';
  let number = 0;
  let running: number | undefined;
  return {
    enter: (line, { isMore, isAhead }) => {
      if (line.trim() === '' && !isAhead) return;
      const continues = isMore && running !== undefined;
      if (!continues) number += 1;
      running = number;
      add({
        kind: 'command',
        number,
        cwd: folder,
        line,
        ...(continues && { continues }),
        ...(isAhead && { typedAhead: true }),
      });
    },
    end: (exitCode, now) => {
      folder = now;
      if (running !== undefined && exitCode !== undefined) add({ kind: 'result', number: running, exitCode });
      running = undefined;
    },
  };
}

/** A shell to follow. */
export interface FollowedShell {
  /** Of the terminal, now. */
  readonly columns: () => number;
  /** Called when a line is entered, before its output, and when it has ended. */
  readonly add: (statement: Statement) => void;
}

/** The lines that a shell was given, as they were drawn or as its history tells them. */
function collectLines(commands: Told) {
  let lastEntry = 0;
  let drawn: { readonly line: string; readonly isMore: boolean }[] = [];
  const enterDrawn = (): void => {
    for (const { line, isMore } of drawn) commands.enter(line, { isMore, isAhead: false });
    drawn = [];
  };
  return {
    /** Keeps a line of which the history may tell more. */
    keep: (line: string, isMore: boolean): void => void drawn.push({ line, isMore }),
    enterDrawn,
    enterEntry: (number: number, line: string): void => {
      // The history may leave out a line that begins with a space, and one that is entered twice.
      const isNew = number !== lastEntry && line !== '';
      lastEntry = number;
      if (isNew) drawn = [{ line, isMore: false }];
      enterDrawn();
    },
  };
}

/** Follows a shell by its marked output and the keys that it gets. */
export function followStatements({ columns, add }: FollowedShell): StatementReader {
  const commands = numberCommands(add);
  const lines = collectLines(commands);
  let state: State = { kind: 'output' };
  const seen = { prompt: false, anything: false, history: false };
  // Keys that were sent while a command ran may be its input, or the next line.
  let lineEnds = 0;
  const leaveLine = (): void => {
    if (state.kind === 'line') lineEnds = Math.max(0, lineEnds - 1);
    state = { kind: 'output' };
  };
  const draw = (bytes: Buffer): void => {
    if (state.kind === 'prompt') state.text += bytes.toString('latin1');
    if (state.kind !== 'line' || state.line.draw(bytes) === undefined) return;
    const { line, isMore, hasEditor } = state;
    const isAhead = !hasEditor && lineEnds === 0;
    leaveLine();
    if (seen.history) lines.keep(line.text(), isMore);
    else commands.enter(isAhead ? '' : line.text(), { isMore, isAhead });
  };
  const openLine = (hasEditor: boolean): void => {
    if (state.kind !== 'prompt') return;
    // Without an editor, what was typed before is not shown behind the prompt.
    if (!hasEditor) lineEnds = 0;
    const column = columnAfter(state.text);
    const place = { columns: columns(), column, canEnd: () => !hasEditor || lineEnds > 0 };
    state = { kind: 'line', isMore: state.isMore, hasEditor, line: followTypedLine(place) };
  };
  const read: Readers = {
    text: ({ bytes }) => draw(bytes),
    end: ({ hasEditor }) => openLine(hasEditor),
    more: () => void (state = { kind: 'prompt', isMore: true, text: '' }),
    entered: ({ number, line }) => {
      leaveLine();
      lines.enterEntry(number, line);
    },
    begin: ({ exitCode, folder, hasHistory }) => {
      lines.enterDrawn();
      // A shell that only draws its prompt anew has run nothing.
      if (state.kind === 'output') commands.end(exitCode, folder);
      Object.assign(seen, { prompt: true, history: hasHistory });
      state = { kind: 'prompt', isMore: false, text: '' };
    },
  };
  return {
    hasPrompted: () => seen.prompt || !seen.anything,
    typed: (bytes) => void (lineEnds += bytes.filter((byte) => ENDS_LINE.includes(byte)).length),
    read: (part) => {
      seen.anything = true;
      readPart(read, part);
    },
  };
}

/** What is done with each kind of part. */
type Readers = { readonly [Kind in MarkedPart['kind']]: (part: Extract<MarkedPart, { kind: Kind }>) => void };

function readPart(read: Readers, part: MarkedPart): void {
  switch (part.kind) {
    case 'text':
      read.text(part);
      break;
    case 'begin':
      read.begin(part);
      break;
    case 'more':
      read.more(part);
      break;
    case 'end':
      read.end(part);
      break;
    case 'entered':
      read.entered(part);
  }
}

/** How many columns the last line of a prompt takes. */
function columnAfter(prompt: string): number {
  const lastLine = prompt.slice(prompt.search(/[^\r\n]*$/));
  return Buffer.from(drawnText(lastLine), 'latin1').toString().length;
}
