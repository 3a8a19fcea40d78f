import { expect, it } from 'vitest';
import { showCast, textOf } from './screen.ts';

const show = (...texts: readonly string[]) =>
  showCast({ columns: 10, output: texts.map((text, seconds) => ({ seconds, text })) });

it.each([
  { label: 'lines', text: 'one\r\ntwo', lines: ['one', 'two'] },
  { label: 'a line that is too long', text: '0123456789ab', lines: ['0123456789', 'ab'] },
  { label: 'a line that just fits', text: '0123456789\r\nab', lines: ['0123456789', 'ab'] },
  { label: 'what is written over', text: 'abc\rX\b\bYZ', lines: ['YZc'] },
  { label: 'a tab', text: 'a\tb', lines: ['a       b'] },
  { label: 'an erased line', text: 'spin\x1b[1G\x1b[0Kdone', lines: ['done'] },
  { label: 'erased lines below', text: 'a\r\nb\r\nc\x1b[2A\r\x1b[JX', lines: ['X'] },
  { label: 'a cursor that moves', text: 'a\x1b[3Cb\x1b[2Dc', lines: ['a  cb'] },
  { label: 'no blanks at the end', text: 'a   ', lines: ['a'] },
  { label: 'no modes and titles', text: '\x1b[?25l\x1b]0;title\x07a\x1b[?25h', lines: ['a'] },
])('shows $label', ({ text, lines }) => {
  expect(show(text).map(textOf)).toEqual(lines);
});

it('tells how each run looks', () => {
  expect(show('\x1b[1mbo', 'ld\x1b[22m \x1b[31mred\x1b[39m \x1b[2mdim\x1b[0m')).toEqual([
    [
      { column: 0, text: 'bold', look: { isBold: true, isDim: false, colour: undefined } },
      { column: 4, text: ' ', look: { isBold: false, isDim: false, colour: undefined } },
      { column: 5, text: 'red', look: { isBold: false, isDim: false, colour: 'red' } },
      { column: 8, text: ' ', look: { isBold: false, isDim: false, colour: undefined } },
      { column: 9, text: 'd', look: { isBold: false, isDim: true, colour: undefined } },
    ],
    [{ column: 0, text: 'im', look: { isBold: false, isDim: true, colour: undefined } }],
  ]);
});

it.each(['\x1b[2r', '\x1b[5m'])('refuses %j, which it would draw wrong', (text) => {
  expect(() => show(text)).toThrow('cannot draw');
});
