/** One section of the script's answer. */
export interface Section {
  /** Its kind, and after a colon the container or the index of the file. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it was ended because it took too long, or is missing its end. */
  readonly isLate: boolean;
  readonly durationMs: number;
}

/** Takes the answer as it arrives. */
export interface SectionReader {
  readonly add: (bytes: Buffer) => readonly Section[];
  /** The section that was not finished; undefined if there is none. */
  readonly rest: () => Section | undefined;
  /** Whether the script has said that it is over. */
  readonly isOver: () => boolean;
}

/** The exit code of a process that SIGKILL ended. */
const KILLED = '137';
/** The longest line of the script's own. */
const MAX_LINE_BYTES = 512;
const LINE_FEED = 0x0a;

/** Reads `NAME UPTIME` and `STATUS UPTIME`. */
function readWords(line: string): readonly [word: string, seconds: number] {
  const [word = '', seconds = ''] = line.split(' ');
  return [word, Number(seconds)];
}

interface Open {
  readonly name: string;
  readonly startedAt: number;
}

/** A line of the script's own, and what stands before it. */
interface FoundLine {
  readonly before: Buffer;
  readonly words: string;
}

/**
 * Finds lines in bytes that come in pieces. What was searched is set aside, so that a large section is not searched, nor
 * copied, again with each piece.
 */
function searchLines() {
  let searched: Buffer[] = [];
  let window: Buffer = Buffer.alloc(0);
  const setAside = (end: number): void => {
    searched.push(Buffer.from(window.subarray(0, end)));
    window = window.subarray(end);
  };
  return {
    add: (bytes: Buffer): void => void (window = Buffer.concat([window, bytes])),
    /** The next line with this mark, and all that was before it; undefined if it has not come yet. */
    next: (mark: Buffer): FoundLine | undefined => {
      const at = window.indexOf(mark);
      const lineEnd = at < 0 ? -1 : window.indexOf(LINE_FEED, at + mark.length);
      if (lineEnd < 0) {
        setAside(at < 0 ? Math.max(window.length - MAX_LINE_BYTES, 0) : at);
        return undefined;
      }
      const before = Buffer.concat([...searched, window.subarray(0, at)]);
      const words = window.subarray(at + mark.length, lineEnd).toString();
      searched = [];
      window = window.subarray(lineEnd);
      return { before, words };
    },
    has: (mark: Buffer): boolean => window.includes(mark),
    all: (): Buffer => Buffer.concat([...searched, window]),
  };
}

/**
 * Reads sections that begin with `NONCE begin NAME UPTIME` and end with `NONCE end STATUS UPTIME`, each on a line of its
 * own whose line feeds do not belong to the content. What is between sections is dropped.
 */
export function readSections(nonce: string): SectionReader {
  const lines = searchLines();
  const marks = { begin: Buffer.from(`\n${nonce} begin `), end: Buffer.from(`\n${nonce} end `) };
  const over = Buffer.from(`\n${nonce} over\n`);
  let open: Open | undefined;
  const takeAll = (): readonly Section[] => {
    const sections: Section[] = [];
    for (;;) {
      const line = lines.next(open === undefined ? marks.begin : marks.end);
      if (line === undefined) return sections;
      const [word, seconds] = readWords(line.words);
      if (open === undefined) open = { name: word, startedAt: seconds };
      else {
        sections.push(closed(open, { content: line.before, status: word, endedAt: seconds }));
        open = undefined;
      }
    }
  };
  return {
    add: (bytes) => {
      lines.add(bytes);
      return takeAll();
    },
    rest: () => {
      if (open === undefined) return undefined;
      return closed(open, { content: lines.all(), status: KILLED, endedAt: open.startedAt });
    },
    isOver: () => open === undefined && lines.has(over),
  };
}

interface Closing {
  /** With the line feed that ends the line of the beginning. */
  readonly content: Buffer;
  readonly status: string;
  readonly endedAt: number;
}

function closed({ name, startedAt }: Open, { content, status, endedAt }: Closing): Section {
  const milliseconds = Math.round((endedAt - startedAt) * 1000);
  return {
    name,
    bytes: content.subarray(1),
    isLate: status === KILLED,
    durationMs: milliseconds > 0 ? milliseconds : 0,
  };
}

/** A part of a section, begun by `NONCE part NAME`. */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/** Splits a section at its marks. What stands before the first is dropped. */
export function readParts(bytes: Buffer, nonce: string): readonly Part[] {
  // Latin-1 keeps every byte as one character, so that nothing changes where a character was cut.
  const [, ...parts] = `\n${bytes.toString('latin1')}`.split(`\n${nonce} part `);
  return parts.map((part) => {
    const lineEnd = part.indexOf('\n');
    const name = lineEnd < 0 ? part : part.slice(0, lineEnd);
    const text = Buffer.from(lineEnd < 0 ? '' : part.slice(lineEnd + 1), 'latin1').toString();
    return { name: Buffer.from(name, 'latin1').toString(), text };
  });
}
