import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderMarkdown, type PageLook } from './render-markdown.ts';

const look = (more: Partial<PageLook> = {}): PageLook => ({
  width: 40,
  styles: { strong: (text) => text },
  link: (text, address) => `${text} (${address})`,
  ...more,
});
const bold = { styles: { strong: (text: string) => `<${text}>` } };

describe('renderMarkdown', () => {
  it.each([
    { page: '# Title', shown: 'TITLE\n' },
    { page: '## A `code` title', shown: 'A code title\n' },
    { page: 'one\ntwo\n\nthree', shown: 'one two\n\nthree\n' },
    { page: '- one\n  more\n- two\n\nend', shown: '  - one more\n  - two\n\nend\n' },
    {
      page: '1. one:\n   ```sh\n   $ a\n\n   b\n   ```\n\n   more\n   of it\n2. two',
      shown: '  1. one:\n\n         $ a\n\n         b\n\n     more of it\n\n  2. two\n',
    },
    {
      page: '- one\n\n  | a | b |\n  | - | - |\n  | x | y |\n\nend',
      shown: '  - one\n\n    a  b\n    -  -\n    x  y\n\nend\n',
    },
    { page: '1. one\n2. two', shown: '  1. one\n  2. two\n' },
    { page: 'a\n<!-- not\nshown -->\nb', shown: 'a\n\nb\n' },
    { page: '```sh\n# no title\n\n| no table\n```', shown: '    # no title\n\n    | no table\n' },
    { page: '[a page](x.md#there) and [`code`](y.md)', shown: 'a page (x.md#there) and code (y.md)\n' },
    { page: '![a house](house.svg)', shown: '(picture: a house)\n' },
    { page: '**bold `code`** and `**none**`', shown: 'bold code and **none**\n' },
    { page: 'kube-system/* or *-canary', shown: 'kube-system/* or *-canary\n' },
    { page: `${'word '.repeat(10)}end`, shown: `${'word '.repeat(8).trim()}\nword word end\n` },
    { page: 'x'.repeat(50), shown: `${'x'.repeat(50)}\n` },
    { page: '', shown: '\n' },
    { page: '```\nnever closed', shown: '    never closed\n' },
  ])('shows $page', ({ page, shown }) => {
    expect(renderMarkdown(page, look())).toBe(shown);
  });

  it('lines up a table, and keeps a bar in a cell', () => {
    const page = '| what | it `does` |\n| --- | --- |\n| `a \\| b` | one |\n| c | |';
    expect(renderMarkdown(page, look())).toBe('what   it does\n-----  -------\na | b  one\nc\n');
  });

  it('breaks long cells, with a space between rows', () => {
    const page = `| a | b |\n| - | - |\n| x | ${'word '.repeat(10)}|\n| y | z |`;
    expect(renderMarkdown(page, look())).toBe(
      'a  b\n-  -----------------------------------\nx  word word word word word word word\n   word word word\n\ny  z\n'.replace(
        /-{35}/,
        '-'.repeat(37),
      ),
    );
  });

  it('makes a list of a table that is too wide', () => {
    const page = `| a | b | c |\n| - | - | - |\n| one | ${'x'.repeat(30)} | ${'y'.repeat(30)} |\n| two | | z |`;
    expect(renderMarkdown(page, look())).toBe(
      `one\n  b: ${'x'.repeat(30)}\n  c: ${'y'.repeat(30)}\n\ntwo\n  c: z\n`,
    );
  });

  it('emphasizes headings, code, bold text and what is typed', () => {
    const page = '## Head\n\n`a b` **c** [d](e)\n\n```console\n$ ls -l\nout\n```';
    expect(renderMarkdown(page, look(bold))).toBe('<Head>\n\n<a> <b> <c> d (e)\n\n    $ <ls -l>\n    out\n');
  });

  it('counts no columns for colours', () => {
    const strong = (text: string): string => `\u001b[1m${text}\u001b[22m`;
    const page = '`aaaa` '.repeat(9);
    expect(renderMarkdown(page, look({ styles: { strong } })).split('\n')).toHaveLength(3);
  });
});

const DOCS = join(import.meta.dirname, '../../../docs');
const PAGES = readdirSync(DOCS).filter((file) => file.endsWith('.md'));

describe.each(PAGES)('docs/%s', (file) => {
  const page = readFileSync(join(DOCS, file), 'utf8');
  const prose = (shown: string): string => shown.replaceAll(/^ {4}.*$/gm, '');

  it.each([80, 200, 30])('leaves no marks at %i columns', (width) => {
    const shown = prose(renderMarkdown(page, look({ width })));
    expect(shown).not.toMatch(/^#{1,6} |^\||^```|<!--|\]\(|\*\*\w/m);
  });

  it.each([80, 120])('breaks prose and tables at %i columns', (width) => {
    const lines = prose(renderMarkdown(page, look({ width }))).split('\n');
    const tooLong = lines.filter((line) => line.length > width && line.trim().includes(' '));
    expect(tooLong).toEqual([]);
  });
});
