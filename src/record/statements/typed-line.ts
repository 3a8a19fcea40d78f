import { StringDecoder } from 'node:string_decoder';

/** The line that a person edits at a prompt, read off what the shell draws. */
export interface TypedLine {
  /** Reads what is drawn up to the line feed that ends the line; returns the text behind it, undefined if the line goes on. */
  readonly draw: (bytes: Buffer) => Buffer | undefined;
  readonly text: () => string;
}

/** Where a line is drawn. */
export interface LinePlace {
  /** Of the terminal. */
  readonly columns: number;
  /** The column behind the prompt. */
  readonly column: number;
  /** Whether a line feed now can be the one of the Enter key: a list of completions has line feeds too. */
  readonly canEnd: () => boolean;
}

interface Screen {
  /** One character a cell, from the beginning of the prompt's line on. */
  readonly cells: string[];
  at: number;
  /** Whether the last character filled its row: the cursor is still in that row. */
  isFull: boolean;
}

const ESCAPE = '\u001b';
const SEQUENCE =
  /^\u001b(?:\[(?<params>[\d;?]*)(?<final>[@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[^[\]])/;
/** A sequence that is longer is none. */
const MOST_SEQUENCE_LENGTH = 64;

type Move = (screen: Screen, count: number, columns: number) => void;

/** What the sequences that line editors use do; others change no text. */
const MOVES: Readonly<Record<string, Move>> = {
  A: (screen, count, columns) => moveTo(screen, Math.max(screen.at % columns, screen.at - count * columns)),
  B: (screen, count, columns) => moveTo(screen, screen.at + count * columns),
  C: (screen, count) => moveTo(screen, screen.at + count),
  D: (screen, count) => moveTo(screen, Math.max(0, screen.at - count)),
  P: ({ cells, at }, count) => void cells.splice(at, count),
  '@': ({ cells, at }, count) => void cells.splice(at, 0, ...Array.from({ length: count }, () => ' ')),
};

function moveTo(screen: Screen, at: number): void {
  screen.at = at;
  screen.isFull = false;
}

function rowOf({ at, isFull }: Screen, columns: number): number {
  return Math.floor((isFull ? at - 1 : at) / columns);
}

/** Follows one line as a terminal of this width shows it. Characters of two columns count as one. */
export function followTypedLine({ columns, column, canEnd }: LinePlace): TypedLine {
  const decoder = new StringDecoder();
  const screen: Screen = { cells: Array.from({ length: column }, () => ' '), at: column, isFull: false };
  let pending = '';
  const put = (character: string): void => {
    while (screen.cells.length < screen.at) screen.cells.push(' ');
    screen.cells[screen.at] = character;
    screen.at += 1;
    screen.isFull = screen.at % columns === 0;
  };
  /** Whether the line ends here. */
  const feedLine = (): boolean => {
    const nextRow = (rowOf(screen, columns) + 1) * columns;
    // The next row has text, or this one is full: the shell only moves on.
    if (screen.cells.length >= nextRow) moveTo(screen, nextRow + (screen.at % columns));
    else if (canEnd()) return true;
    return false;
  };
  const step = (character: string): boolean => {
    if (character === '\n') return feedLine();
    if (character === '\r') moveTo(screen, rowOf(screen, columns) * columns);
    else if (character === '\b') moveTo(screen, Math.max(0, screen.at - 1));
    else if (character >= ' ' && character !== '\u007f') put(character);
    return false;
  };
  return {
    draw: (bytes) => {
      const text = pending + decoder.write(bytes);
      pending = '';
      for (let at = 0; at < text.length;) {
        const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
        if (character !== ESCAPE) {
          at += character.length;
          if (step(character)) return Buffer.from(text.slice(at));
          continue;
        }
        const length = obey(screen, text.slice(at), columns);
        if (length === undefined) {
          pending = text.slice(at);
          return undefined;
        }
        at += length;
      }
      return undefined;
    },
    text: () => screen.cells.slice(column).join('').trimEnd(),
  };
}

/** Does what a sequence says; returns its length, or undefined if it is not whole yet. */
function obey(screen: Screen, text: string, columns: number): number | undefined {
  const match = SEQUENCE.exec(text);
  if (match === null) return text.length > MOST_SEQUENCE_LENGTH ? 1 : undefined;
  const { final = '' } = match.groups ?? {};
  const count = countOf(match, columns);
  if (final === 'J' || final === 'K') erase(screen, final, columns);
  else if (Object.hasOwn(MOVES, final)) MOVES[final]?.(screen, count, columns);
  return match[0].length;
}

function countOf({ groups }: RegExpExecArray, columns: number): number {
  const count = Number.parseInt(groups?.['params'] ?? '', 10);
  return Math.min(count > 0 ? count : 1, columns * columns);
}

/** To the end of the line, or of the row. */
function erase(screen: Screen, what: 'J' | 'K', columns: number): void {
  const { cells, at } = screen;
  const end = what === 'J' ? cells.length : (Math.floor(at / columns) + 1) * columns;
  if (end >= cells.length) cells.length = Math.min(cells.length, at);
  else cells.fill(' ', at, end);
}
