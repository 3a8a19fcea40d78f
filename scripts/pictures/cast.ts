/** What a terminal was sent, and when. https://docs.asciinema.org/manual/asciicast/v2/ */
export interface Cast {
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  readonly output: readonly Piece[];
}

/** Text that the terminal was sent so many seconds after the start. */
export interface Piece {
  readonly seconds: number;
  readonly text: string;
}

/** A recording as a file of asciicast v2. */
export function formatCast({ title, columns, rows, output }: Cast): string {
  const header = { version: 2, width: columns, height: rows, title };
  const events = output.map(({ seconds, text }) => [Number(seconds.toFixed(3)), 'o', text]);
  return [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Reads a file that `formatCast` wrote. */
export function parseCast(file: string): Cast {
  const [header = '', ...events] = file.trimEnd().split('\n');
  const { width, height, title } = JSON.parse(header) as { width: number; height: number; title: string };
  const output = events.map((line) => {
    const [seconds, , text] = JSON.parse(line) as [number, string, string];
    return { seconds, text };
  });
  return { title, columns: width, rows: height, output };
}
