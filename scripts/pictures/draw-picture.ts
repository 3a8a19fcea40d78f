import type { Colour, Line, Look, Run } from './screen.ts';

const LETTER_WIDTH = 8;
const LINE_HEIGHT = 19;
const FONT_SIZE = 13.3;
const MARGIN = 16;
const BAR_HEIGHT = 28;

/** Colours with enough contrast (4.5 to 1) to the background of their theme. */
const LIGHT = {
  page: '#ffffff',
  frame: '#d0d7de',
  text: '#1f2328',
  dim: '#636c76',
  red: '#b3261e',
  green: '#1a7f37',
  yellow: '#8a5a00',
  blue: '#0550ae',
  magenta: '#8250df',
  cyan: '#1b6e7c',
} as const;
type Shade = keyof typeof LIGHT;
const DARK: Readonly<Record<Shade, string>> = {
  page: '#0d1117',
  frame: '#30363d',
  text: '#e6edf3',
  dim: '#9198a1',
  red: '#ff8a80',
  green: '#56d364',
  yellow: '#e3b341',
  blue: '#79c0ff',
  magenta: '#d2a8ff',
  cyan: '#76d9e6',
};

const rules = (shades: Readonly<Record<Shade, string>>): string =>
  [
    `.page{fill:${shades.page};stroke:${shades.frame}}.bar{fill:${shades.frame}}`,
    `text{fill:${shades.text}}.title,.dim{fill:${shades.dim}}`,
    ...COLOURS.map((colour) => `.${colour}{fill:${shades[colour]}}`),
  ].join('');

const COLOURS: readonly Colour[] = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'];

const STYLE = [
  `text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}`,
  `.title{text-anchor:middle}.bold{font-weight:600}`,
  rules(LIGHT),
  `@media(prefers-color-scheme:dark){${rules(DARK)}}`,
].join('\n');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function classesOf({ isBold, isDim, colour }: Look): string {
  const names = [...(isBold ? ['bold'] : []), ...(isDim ? ['dim'] : []), ...(colour ? [colour] : [])];
  return names.length === 0 ? '' : ` class="${names.join(' ')}"`;
}

/** The parts of a run between blanks: not every viewer keeps several blanks in a row. */
function wordsOf({ column, text, look }: Run): readonly Run[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
    column: column + match.index,
    text: match[0],
    look,
  }));
}

/** Letters at their column. Their length is given, so that columns stay in line whatever the font is. */
function drawWords({ column, text, look }: Run): string {
  const x = MARGIN + column * LETTER_WIDTH;
  const length = text.length * LETTER_WIDTH;
  return `<tspan x="${x}" textLength="${length}"${classesOf(look)}>${escapeXml(text)}</tspan>`;
}

function drawLine(line: Line, index: number): string {
  const words = line.flatMap(wordsOf);
  if (words.length === 0) return '';
  const y = BAR_HEIGHT + MARGIN + (index + 0.75) * LINE_HEIGHT;
  return `<text y="${y}">${words.map(drawWords).join('')}</text>\n`;
}

/**
 * The lines of a terminal as an SVG picture, whose text can be selected and searched. It has a light and a dark theme, and
 * needs no font of its own.
 */
export function drawPicture(
  lines: readonly Line[],
  { title, columns }: { title: string; columns: number },
): string {
  const width = 2 * MARGIN + columns * LETTER_WIDTH;
  const height = BAR_HEIGHT + 2 * MARGIN + lines.length * LINE_HEIGHT;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<style>
${STYLE}
</style>
<rect class="page" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<rect class="bar" x="1" y="${BAR_HEIGHT}" width="${width - 2}" height="1"/>
<text class="title" x="${width / 2}" y="19">${escapeXml(title)}</text>
${lines.map(drawLine).join('')}</svg>
`;
}
