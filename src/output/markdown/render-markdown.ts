import { layOutTable } from './lay-out-table.ts';
import { parseBlocks, type Block } from './parse-blocks.ts';
import { renderInline, type InlineMarks } from './render-inline.ts';
import { wrapWords } from './wrap-words.ts';

/** How a page is shown. */
export interface PageLook extends InlineMarks {
  /** In columns. */
  readonly width: number;
}

/** Longer lines of prose are hard to read; tables may use the whole window. */
const MOST_PROSE = 100;
const INDENT = '    ';
/** Of the mark of an item, in columns. */
const ITEM_INDENT = 2;

function renderBlock(block: Block, look: PageLook): readonly string[] {
  const { width, styles } = look;
  const prose = Math.min(width, MOST_PROSE);
  switch (block.kind) {
    case 'heading': {
      const text = renderInline(block.text, { ...look, styles: { strong: String } });
      return wrapWords(block.level === 1 ? text.toUpperCase() : text, prose).map((line) =>
        styles.strong(line),
      );
    }
    case 'paragraph':
      return wrapWords(renderInline(block.text, look), prose);
    case 'item': {
      const mark = `${' '.repeat(ITEM_INDENT)}${block.mark} `;
      const lines = wrapWords(renderInline(block.text, look), prose - mark.length);
      return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line);
    }
    case 'inside': {
      const indent = ' '.repeat(ITEM_INDENT + block.indent);
      const inside = renderBlocks(block.blocks, { ...look, width: width - indent.length });
      return inside.split('\n').map((line) => (line === '' ? line : indent + line));
    }
    case 'code':
      return block.lines.map((line) => (line === '' ? line : INDENT + renderCode(line, look)));
    case 'table': {
      const cells = (row: readonly string[]): readonly string[] =>
        row.map((cell) => renderInline(cell, look));
      return layOutTable({ head: cells(block.head), rows: block.rows.map(cells) }, width, styles.strong);
    }
  }
}

/** A line that is typed begins with a dollar sign. */
function renderCode(text: string, { styles }: PageLook): string {
  return text.startsWith('$ ') ? `$ ${styles.strong(text.slice(2))}` : text;
}

/** Items of a list stay together; other blocks are apart. */
function renderBlocks(blocks: readonly Block[], look: PageLook): string {
  const parts = blocks.map((block, index) => {
    const isFollowed = block.kind === 'item' && blocks[index + 1]?.kind === 'item';
    return `${renderBlock(block, look).join('\n')}${isFollowed ? '\n' : '\n\n'}`;
  });
  return parts.join('').trimEnd();
}

/** A Markdown page as text for a terminal. */
export function renderMarkdown(page: string, look: PageLook): string {
  return `${renderBlocks(parseBlocks(page), look)}\n`;
}
