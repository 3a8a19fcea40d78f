import { describe, expect, it } from 'vitest';
import { markEnds } from './prompt-marks.ts';
import { splitMarks } from './split-marks.ts';

const { start, end } = markEnds('abc1');
const BEGIN = `${start}a;7;;/srv/a;b${end}`;
const CLOSE = `${start}b${end}`;

/** The text and the words of the marks. */
function split(pieces: readonly Buffer[]): string {
  const marks = splitMarks('abc1');
  const parts = [
    ...pieces.flatMap((piece) => marks.read(piece)),
    { kind: 'text', bytes: marks.rest() } as const,
  ];
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.bytes.toString();
      if (part.kind === 'entered') return `<${part.number}: ${part.line}>`;
      return part.kind === 'begin' ? `<${part.exitCode ?? '?'} ${part.folder}>` : `<${part.kind}>`;
    })
    .join('');
}

describe('splitMarks', () => {
  it.each([
    { label: 'a prompt', text: `out\r\n${BEGIN}/ # ${CLOSE}ls`, expected: 'out\r\n<7 /srv/a;b>/ # <end>ls' },
    { label: 'a prompt of dash', text: `\\[${BEGIN}\\]$ \\[${CLOSE}\\]`, expected: '<7 /srv/a;b>$ <end>' },
    {
      label: 'a bracket of the output before a prompt',
      text: `\\[${BEGIN}/ # `,
      expected: '\\[<7 /srv/a;b>/ # ',
    },
    { label: 'a command of bash', text: `${start}d;   12* echo a; b${end}`, expected: '<12: echo a; b>' },
    { label: 'another line', text: `${start}c${end}> ${CLOSE}`, expected: '<more>> <end>' },
    { label: 'a shell that does not expand', text: `${start}a;$?;;$PWD${end}`, expected: '<? $PWD>' },
    {
      label: 'marks of another secret',
      text: '\u001b]7337;abc2;b;abc2\u0007',
      expected: '\u001b]7337;abc2;b;abc2\u0007',
    },
    { label: 'the beginning of a mark at the end', text: `x${start}a;0;/`, expected: `x${start}a;0;/` },
    {
      label: 'other sequences',
      text: '\u001b[1m\u001b]0;title\u0007\u001b',
      expected: '\u001b[1m\u001b]0;title\u0007\u001b',
    },
  ])('finds $label, wherever the output is cut', ({ text, expected }) => {
    const bytes = Buffer.from(text);
    expect(split([bytes])).toBe(expected);
    // What dash prints around a mark is only known in one piece.
    if (text.includes('\\]')) return;
    for (let at = 0; at <= bytes.length; at += 1)
      expect(split([bytes.subarray(0, at), bytes.subarray(at)])).toBe(expected);
  });

  it('does not wait for the end of a mark forever', () => {
    const marks = splitMarks('abc1');
    const long = Buffer.from(start + 'x'.repeat(70_000));
    expect(marks.read(long)).toEqual([{ kind: 'text', bytes: long }]);
  });
});
