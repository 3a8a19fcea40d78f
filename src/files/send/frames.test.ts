import { expect, it } from 'vitest';
import { framed } from './frames.ts';

const MIB = 1024 * 1024;

it.each([
  { label: 'nothing', sizes: [], frames: [] },
  { label: 'a few bytes', sizes: [3, 4], frames: [7] },
  { label: 'more than a frame', sizes: [MIB - 1, 2, 5], frames: [MIB + 1, 5] },
])('puts $label into frames, and ends them', async ({ sizes, frames }) => {
  const pieces: Buffer[] = [];
  for await (const piece of framed(sizes.map((size) => Buffer.alloc(size, 'x')))) pieces.push(piece);
  const expected = [...frames, 0].map((size) => `${size}\n${'x'.repeat(size)}`);
  expect(pieces.map(String)).toEqual(expected);
});
