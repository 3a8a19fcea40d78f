/** What a script says on stderr. */
export interface ControlLine {
  readonly word: string;
  readonly fields: readonly string[];
}

/** Divides the stderr of a script into what our script says and what its tools do. */
export interface ControlReader {
  readonly read: (bytes: Buffer) => undefined;
  /** What its tools have said, cut off after some lines. */
  readonly others: () => readonly string[];
}

const MOST_OTHERS = 50;
const LONGEST_LINE = 64 * 1024;

/** Calls `onLine` for each line that begins with the nonce. */
export function readControlLines(nonce: string, onLine: (line: ControlLine) => void): ControlReader {
  let held = '';
  const others: string[] = [];
  const take = (line: string): void => {
    if (line.startsWith(`${nonce} `)) {
      const [word = '', ...fields] = line.slice(nonce.length + 1).split(' ');
      onLine({ word, fields });
    } else if (line !== '' && others.length < MOST_OTHERS) others.push(line.slice(0, 500));
  };
  return {
    read: (bytes) => {
      const lines = (held + bytes.toString('latin1')).split('\n');
      held = (lines.pop() ?? '').slice(0, LONGEST_LINE);
      lines.forEach(take);
      return undefined;
    },
    others: () => others,
  };
}
