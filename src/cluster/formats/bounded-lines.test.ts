import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import { boundedLines } from './bounded-lines.ts';

async function linesOf(...chunks: readonly string[]): Promise<readonly string[]> {
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  const lines: string[] = [];
  for await (const line of boundedLines(source, 'line', 'a line')) lines.push(line.toString());
  return lines;
}

describe('boundedLines', () => {
  it.each([
    { label: 'lines of one chunk', chunks: ['a\nb\n'], expected: ['a', 'b'] },
    { label: 'a line across chunks', chunks: ['a', 'b', 'c\nd\n'], expected: ['abc', 'd'] },
    { label: 'empty lines', chunks: ['\n\n'], expected: ['', ''] },
    { label: 'no last line without a line feed', chunks: ['a\nb'], expected: ['a'] },
    { label: 'nothing', chunks: [], expected: [] },
  ])('yields $label', async ({ chunks, expected }) => {
    expect(await linesOf(...chunks)).toEqual(expected);
  });

  it.each([
    { label: 'with a line feed', end: '\n' },
    { label: 'without a line feed', end: '' },
  ])('refuses a line that exceeds the bound $label', async ({ end }) => {
    const half = 'x'.repeat(BOUNDS.line.most / 2 + 1);
    await expect(linesOf('short\n', half, half + end)).rejects.toMatchObject({ kind: 'too-large' });
  });
});
