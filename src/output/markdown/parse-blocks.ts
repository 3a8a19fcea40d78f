/** A part of a Markdown page; texts still have their inline marks. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  /** `mark` is what stands in front: a dash, or a number with a dot. */
  | { readonly kind: 'item'; readonly mark: string; readonly text: string }
  | { readonly kind: 'code'; readonly lines: readonly string[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** What belongs to the item above, by its indent in columns of the page. */
  | { readonly kind: 'inside'; readonly indent: number; readonly blocks: readonly Block[] };

/** A block, and how many lines it has in the page; undefined for lines that are not shown. */
interface Found {
  readonly block: Block | undefined;
  readonly taken: number;
}

type Reader = (lines: readonly string[]) => Found | undefined;

const FENCE = /^```/;
const ITEM = /^(-|\d+\.) +(.*)$/;
const ROW = /^\|/;
/** What ends a paragraph or an item without an empty line. */
const OTHER = /^(?: *(?:```|\|)|#{1,6} |<!--|(?:-|\d+\.) )|^\s*$/;

function readHeading([line = '']: readonly string[]): Found | undefined {
  const [, marks, text = ''] = /^(#{1,6}) +(.*)$/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  return { block: { kind: 'heading', level: marks.length, text }, taken: 1 };
}

function readCode(lines: readonly string[]): Found | undefined {
  if (!FENCE.test(lines[0] ?? '')) return undefined;
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  const inside = lines.slice(1, end < 0 ? lines.length : end);
  return { block: { kind: 'code', lines: inside }, taken: inside.length + 2 };
}

/** The cells of a row; a bar in a cell is written `\|`. */
function cellsOf(row: string): readonly string[] {
  return row
    .replaceAll(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readTable(lines: readonly string[]): Found | undefined {
  if (!ROW.test(lines[0] ?? '')) return undefined;
  const end = lines.findIndex((line) => !ROW.test(line));
  const table = lines.slice(0, end < 0 ? lines.length : end);
  const [head = [], , ...rows] = table.map(cellsOf);
  return { block: { kind: 'table', head, rows }, taken: table.length };
}

function readComment(lines: readonly string[]): Found | undefined {
  if (lines[0]?.startsWith('<!--') !== true) return undefined;
  return { block: undefined, taken: lines.findIndex((line) => line.includes('-->')) + 1 };
}

/** A line and those that go on with it, as one line. */
function joined(lines: readonly string[]): { readonly text: string; readonly taken: number } {
  const end = lines.findIndex((line, index) => index > 0 && OTHER.test(line));
  const parts = lines.slice(0, end < 0 ? lines.length : end);
  return { text: parts.map((line) => line.trim()).join(' '), taken: parts.length };
}

function readItem(lines: readonly string[]): Found | undefined {
  const [, mark = '', first] = ITEM.exec(lines[0] ?? '') ?? [];
  if (first === undefined) return undefined;
  const { text, taken } = joined([first, ...lines.slice(1)]);
  return { block: { kind: 'item', mark, text }, taken };
}

/** Lines with the same indent: fenced code, tables and paragraphs of an item. */
function readInside(lines: readonly string[]): Found | undefined {
  const [indent] = /^ +(?=\S)/.exec(lines[0] ?? '') ?? [];
  if (indent === undefined) return undefined;
  const end = lines.findIndex((line) => line !== '' && !line.startsWith(indent));
  const inside = lines.slice(0, end < 0 ? lines.length : end);
  const blocks = parseBlocks(inside.map((line) => line.slice(indent.length)).join('\n'));
  return { block: { kind: 'inside', indent: indent.length, blocks }, taken: inside.length };
}

function readParagraph(lines: readonly string[]): Found {
  if (lines[0]?.trim() === '') return { block: undefined, taken: 1 };
  const { text, taken } = joined(lines);
  return { block: { kind: 'paragraph', text }, taken };
}

const READERS: readonly Reader[] = [
  readHeading,
  readCode,
  readTable,
  readComment,
  readItem,
  readInside,
  readParagraph,
];

/** The parts of a Markdown page: of CommonMark and GitHub's tables only what our documents use. */
export function parseBlocks(page: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: readonly string[] = page.split('\n');
  while (lines.length > 0) {
    for (const read of READERS) {
      const found = read(lines);
      if (found === undefined) continue;
      if (found.block !== undefined) blocks.push(found.block);
      lines = lines.slice(Math.max(1, found.taken));
      break;
    }
  }
  return blocks;
}
