import { describe, expect, it } from 'vitest';
import { layOutTable } from './table.ts';

describe('layOutTable', () => {
  it('pads columns to their widest cell plus three, and the last one not at all', () => {
    const { text } = layOutTable([
      ['NAME', 'READY', 'AGE'],
      ['web-1', '2/2', '5d'],
    ]);
    expect(text).toBe('NAME    READY   AGE\nweb-1   2/2     5d\n');
  });

  it('makes no column narrower than six', () => {
    expect(layOutTable([['a', '', 'c']]).text).toBe('a           c\n');
  });

  it('remembers widths from page to page and lets them only grow', () => {
    const first = layOutTable([
      ['NAME', 'AGE'],
      ['longer-name', '1s'],
    ]);
    const second = layOutTable([['a', '1s']], first.widths);
    const third = layOutTable([['the-longest-name', '1s']], second.widths);
    expect(first.text + second.text + third.text).toBe(
      ['NAME          AGE', 'longer-name   1s', 'a             1s', 'the-longest-name   1s', ''].join('\n'),
    );
  });

  it('counts characters, so that a wide letter counts one', () => {
    expect(
      layOutTable([
        ['木木木木', 'x'],
        ['😀😀😀😀', 'y'],
      ]).text,
    ).toBe('木木木木   x\n😀😀😀😀   y\n');
  });

  it.each([
    { label: 'a line feed', cell: 'Error\nFAKE   1/1', expected: 'Error...' },
    { label: 'a carriage return', cell: 'Error\rRunning', expected: 'Error...' },
    { label: 'a form feed', cell: 'Error\fmore', expected: 'Error...' },
  ])('cuts a cell at $label', ({ cell, expected }) => {
    expect(layOutTable([[cell]]).text).toBe(`${expected}\n`);
  });

  it('escapes what would steer the terminal, and lays out by what is shown', () => {
    expect(layOutTable([['\u001b[2Jx\ty', 'z']]).text).toBe('^[[2Jx\\ty   z\n');
  });
});
