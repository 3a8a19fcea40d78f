import { describe, expect, it } from 'vitest';
import { openTable, type TableRow } from './table.ts';

function layOut(rows: readonly TableRow[]): string {
  return openTable().rows(rows);
}

describe('openTable', () => {
  it('pads columns to their widest cell plus three, and the last one not at all', () => {
    const text = openTable(['NAME', 'READY', 'AGE']).rows([['web-1', '2/2', '5d']]);
    expect(text).toBe('NAME    READY   AGE\nweb-1   2/2     5d\n');
  });

  it('makes no column narrower than six', () => {
    expect(layOut([['a', '', 'c']])).toBe('a           c\n');
  });

  it('remembers widths from page to page and lets them only grow', () => {
    const table = openTable(['NAME', 'AGE']);
    const pages = ['longer-name', 'a', 'the-longest-name'].map((name) => table.rows([[name, '1s']]));
    expect(pages.join('')).toBe(
      ['NAME          AGE', 'longer-name   1s', 'a             1s', 'the-longest-name   1s', ''].join('\n'),
    );
  });

  it('leaves room for rows that may come', () => {
    const table = openTable(['CONTEXT', 'AGE'], undefined, [['the-longest-name', '']]);
    expect(table.rows([['a', '1s']])).toBe('CONTEXT            AGE\na                  1s\n');
    expect(table.rows([['the-longest-name', '1s']])).toBe('the-longest-name   1s\n');
  });

  it('counts characters, so that a wide letter counts one', () => {
    expect(
      layOut([
        ['木木木木', 'x'],
        ['😀😀😀😀', 'y'],
      ]),
    ).toBe('木木木木   x\n😀😀😀😀   y\n');
  });

  it.each([
    { label: 'a line feed', cell: 'Error\nFAKE   1/1', expected: 'Error...' },
    { label: 'a carriage return', cell: 'Error\rRunning', expected: 'Error...' },
    { label: 'a form feed', cell: 'Error\fmore', expected: 'Error...' },
  ])('cuts a cell at $label', ({ cell, expected }) => {
    expect(layOut([[cell]])).toBe(`${expected}\n`);
  });

  it('escapes what would steer the terminal, and lays out by what is shown', () => {
    expect(layOut([['\u001b[2Jx\ty', 'z']])).toBe('^[[2Jx\\ty   z\n');
  });

  it('paints what a cell means, and nothing else: neither padding nor what a pod says', () => {
    const table = openTable(['READY', 'STATUS'], (text, meaning) => `<${meaning}>${text}</>`);
    const text = table.rows([
      [
        { text: '1/2', meaning: 'waiting' },
        { text: 'a\u001b[31mb', meaning: 'failed' },
      ],
    ]);
    expect(text).toBe('READY   STATUS\n<waiting>1/2</>     <failed>a^[[31mb</>\n');
  });
});
