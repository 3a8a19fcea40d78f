/** A longer line is no line of ours; what is beyond is dropped. */
const MOST_CHARACTERS = 4096;
const LINE_FEED = '\n';

/** Calls `onLine` for each line of a stream of bytes, without its line feed. */
export function readLines(onLine: (line: string) => void): (bytes: Buffer) => void {
  let held = '';
  return (bytes) => {
    const lines = `${held}${bytes.toString('latin1')}`.split(LINE_FEED);
    held = (lines.pop() ?? '').slice(0, MOST_CHARACTERS);
    for (const line of lines) onLine(line);
  };
}
