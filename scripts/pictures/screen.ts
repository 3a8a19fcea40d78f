import type { Cast } from './cast.ts';

/** The colours that the program uses. */
export type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** How a character looks. */
export interface Look {
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly colour: Colour | undefined;
}

/** Neighbours that look the same. */
export interface Run {
  readonly column: number;
  readonly text: string;
  readonly look: Look;
}

export type Line = readonly Run[];

interface Cell {
  readonly letter: string;
  readonly look: Look;
}

const PLAIN: Look = { isBold: false, isDim: false, colour: undefined };
const BLANK: Cell = { letter: ' ', look: PLAIN };

/** One control sequence, or one character. */
const PART = /\x1b\[([?\d;]*)([A-Za-z])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78]|[\s\S]/gu;

/** What each number of `ESC [ … m` changes. https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const LOOKS: Readonly<Record<string, Partial<Look>>> = {
  '0': PLAIN,
  '1': { isBold: true },
  '2': { isDim: true },
  '22': { isBold: false, isDim: false },
  '31': { colour: 'red' },
  '32': { colour: 'green' },
  '33': { colour: 'yellow' },
  '34': { colour: 'blue' },
  '35': { colour: 'magenta' },
  '36': { colour: 'cyan' },
  '39': { colour: undefined },
};

/** A terminal without an upper end, so that nothing scrolls out of the picture. */
class Terminal {
  private readonly cells: Cell[][] = [];
  private row = 0;
  private column = 0;
  private look = PLAIN;
  private readonly columns: number;

  constructor(columns: number) {
    this.columns = columns;
  }

  /** What each letter at the end of `ESC [ …` does with the number before it. */
  private readonly sequences: Readonly<Record<string, (count: number, words: string) => void>> = {
    A: (count) => (this.row = Math.max(0, this.row - Math.max(1, count))),
    B: (count) => (this.row += Math.max(1, count)),
    C: (count) => (this.column = Math.min(this.columns - 1, this.column + Math.max(1, count))),
    D: (count) => (this.column = Math.max(0, this.column - Math.max(1, count))),
    G: (count) => (this.column = Math.max(0, count - 1)),
    J: () => this.eraseBelow(),
    K: (count) => this.eraseLine(count),
    // Modes, such as whether the cursor is shown, change no letter.
    h: () => undefined,
    l: () => undefined,
    m: (_, words) => this.changeLook(words),
  };

  private readonly controls: Readonly<Record<string, () => void>> = {
    '\r': () => (this.column = 0),
    '\n': () => (this.row += 1),
    '\b': () => (this.column = Math.max(0, this.column - 1)),
    '\t': () => (this.column = Math.min(this.columns - 1, (Math.floor(this.column / 8) + 1) * 8)),
    '\x07': () => undefined,
  };

  write(text: string): void {
    for (const [part, words, letter] of text.matchAll(PART)) {
      if (letter !== undefined) this.obey(part, letter, words ?? '');
      else if (part.startsWith('\x1b')) continue;
      else this.show(part);
    }
  }

  private obey(part: string, letter: string, words: string): void {
    const act = this.sequences[letter];
    if (act === undefined) throw new Error(`cannot draw the control sequence ${JSON.stringify(part)}`);
    act(Number.parseInt(words, 10) || 0, words);
  }

  private show(letter: string): void {
    const act = this.controls[letter];
    if (act !== undefined) {
      act();
      return;
    }
    if (this.column === this.columns) {
      this.column = 0;
      this.row += 1;
    }
    this.line()[this.column] = { letter, look: this.look };
    this.column += 1;
  }

  private line(): Cell[] {
    while (this.cells.length <= this.row) this.cells.push([]);
    const line = this.cells[this.row] ?? [];
    while (line.length < this.column) line.push(BLANK);
    return line;
  }

  private eraseBelow(): void {
    this.line().length = this.column;
    this.cells.length = this.row + 1;
  }

  private eraseLine(mode: number): void {
    const line = this.line();
    if (mode === 0) line.length = this.column;
    else if (mode === 2) line.length = 0;
    else line.fill(BLANK, 0, this.column + 1);
  }

  private changeLook(words: string): void {
    for (const word of words.split(';')) {
      const change = LOOKS[word === '' ? '0' : word];
      if (change === undefined) throw new Error(`cannot draw the look ${JSON.stringify(words)}`);
      this.look = { ...this.look, ...change };
    }
  }

  lines(): readonly Line[] {
    return this.cells.map(runsOf);
  }
}

function looksLike(one: Look, other: Look): boolean {
  return one.isBold === other.isBold && one.isDim === other.isDim && one.colour === other.colour;
}

/** The cells of a line as runs, without the blanks at its end. */
function runsOf(cells: readonly Cell[]): Line {
  const runs: Run[] = [];
  const length = cells.findLastIndex(({ letter }) => letter !== ' ') + 1;
  cells.slice(0, length).forEach(({ letter, look }, column) => {
    const last = runs.at(-1);
    if (last !== undefined && looksLike(last.look, look)) {
      runs[runs.length - 1] = { ...last, text: `${last.text}${letter}` };
    } else {
      runs.push({ column, text: letter, look });
    }
  });
  return runs;
}

/** The lines that the terminal shows at the end. Throws for a control sequence that it does not know. */
export function showCast({ columns, output }: Pick<Cast, 'columns' | 'output'>): readonly Line[] {
  const terminal = new Terminal(columns);
  for (const { text } of output) terminal.write(text);
  return terminal.lines();
}

/** A line without its looks. */
export const textOf = (line: Line): string => {
  let text = '';
  for (const run of line) text = `${text.padEnd(run.column)}${run.text}`;
  return text;
};
