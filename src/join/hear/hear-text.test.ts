import { expect, it } from 'vitest';
import { hearText } from './hear-text.ts';

type Piece = readonly ['stdout' | 'stderr', string];

it.each<{ label: string; pieces: readonly Piece[]; expected: boolean }>([
  { label: 'in one piece', pieces: [['stderr', 'a word\n']], expected: true },
  {
    label: 'in two pieces',
    pieces: [
      ['stderr', 'a wo'],
      ['stderr', 'rd'],
    ],
    expected: true,
  },
  {
    label: 'in two lines',
    pieces: [
      ['stderr', 'a wo\n'],
      ['stderr', 'rd'],
    ],
    expected: false,
  },
  { label: 'on another stream', pieces: [['stdout', 'a word\n']], expected: false },
  {
    label: 'at the end of a long line',
    pieces: [
      ['stderr', `wo${'x'.repeat(300)}`],
      ['stderr', 'word'],
    ],
    expected: true,
  },
])('hears a text $label: $expected', ({ pieces, expected }) => {
  const { hear, wasHeard } = hearText({ channels: ['stderr'], isIn: (text) => text.includes('word') });
  for (const [channel, text] of pieces) hear(channel, Buffer.from(text));
  expect(wasHeard()).toBe(expected);
});
