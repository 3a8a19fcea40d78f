import type { Styles } from '../say/styles.ts';

/** How the marks within a line are shown. */
export interface InlineMarks {
  readonly styles: Pick<Styles, 'strong'>;
  /** What to write for a link to this address, whose text is `text`. */
  readonly link: (text: string, address: string) => string;
}

/** Code first: no other mark counts inside of it. Nothing that opens a mark is inside of one, so no text is searched twice. */
const MARKS =
  /`(?<code>[^`]+)`|!\[(?<picture>[^[\]]*)\]\([^()]*\)|\[(?<label>(?:`[^`]*`|[^[\]`])+)\]\((?<address>[^()]*)\)|\*\*(?<bold>.+?)\*\*/g;

/** Styles each word by itself, so that a line can be broken between them. */
function styleWords(text: string, style: (word: string) => string): string {
  return text
    .split(' ')
    .map((word) => (word === '' ? word : style(word)))
    .join(' ');
}

/** A line of Markdown as text for a terminal: code and bold text in bold, links and pictures as words. */
export function renderInline(text: string, marks: InlineMarks): string {
  let rendered = '';
  let end = 0;
  for (const { 0: mark, index, groups = {} } of text.matchAll(MARKS)) {
    rendered += text.slice(end, index) + renderMark(groups, marks);
    end = index + mark.length;
  }
  return rendered + text.slice(end);
}

function renderMark(groups: Readonly<Record<string, string | undefined>>, marks: InlineMarks): string {
  const { code, picture, label, address = '', bold = '' } = groups;
  const { styles, link } = marks;
  if (code !== undefined) return styleWords(code, styles.strong);
  if (picture !== undefined) return `(picture: ${picture})`;
  if (label !== undefined) return renderInline(link(label, address), marks);
  return styleWords(renderInline(bold, { ...marks, styles: { strong: String } }), styles.strong);
}
