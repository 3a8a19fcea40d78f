import { expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(...chunks: readonly string[]): {
  readonly records: readonly string[];
  readonly rest: readonly string[];
} {
  const splitter = new LineSplitter();
  const records = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)));
  return { records: records.map(String), rest: splitter.flush().map(String) };
}

it.each([
  { label: 'whole lines', chunks: ['a\nb\n'], records: ['a\n', 'b\n'], rest: [] },
  { label: 'an empty line', chunks: ['\n\n'], records: ['\n', '\n'], rest: [] },
  { label: 'a line in pieces', chunks: ['a', 'b', 'c\nd'], records: ['abc\n'], rest: ['d'] },
  {
    label: 'one CR before LF, and no other',
    chunks: ['a\rb\r\nc\r\r\nd\r'],
    records: ['a\rb\n', 'c\r\n'],
    rest: ['d\r'],
  },
  { label: 'a CR and its LF in two pieces', chunks: ['a\r', '\nb\n'], records: ['a\n', 'b\n'], rest: [] },
])('cuts $label', ({ chunks, records, rest }) => {
  expect(split(...chunks)).toEqual({ records, rest });
});

it.each([
  { bytes: 16_383, parts: [16_384], rest: 0 },
  { bytes: 16_384, parts: [16_385], rest: 0 },
  { bytes: 16_385, parts: [16_384, 2], rest: 0 },
  { bytes: 40_000, parts: [16_384, 16_384, 7233], rest: 0 },
])('writes a line of $bytes bytes in parts', ({ bytes, parts }) => {
  const line = `${'x'.repeat(bytes)}\n`;
  const { records, rest } = split(line);
  expect(records.map(({ length }) => length)).toEqual(parts);
  expect(records.join('') + rest.join('')).toBe(line);
});

it('writes the first part of a long line before its end has come', () => {
  const { records, rest } = split('x'.repeat(16_385));
  expect(records.map(({ length }) => length)).toEqual([16_384]);
  expect(rest).toEqual(['x']);
});
