import { describe, expect, it } from 'vitest';
import { followTerminalModes } from './terminal-modes.ts';

function after(...chunks: readonly string[]) {
  const modes = followTerminalModes();
  chunks.forEach((chunk) => modes.see(Buffer.from(chunk)));
  return modes;
}

describe('followTerminalModes', () => {
  it.each([
    { label: 'plain output', chunks: ['hello\r\n'], expected: '' },
    {
      label: 'a full-screen program that was cut off',
      chunks: ['\x1b[?1049h\x1b[?25l'],
      expected: '\x1b[?1049l\x1b[?25h',
    },
    { label: 'one that cleaned up', chunks: ['\x1b[?1049h\x1b[?25l', '\x1b[?25h\x1b[?1049l'], expected: '' },
    {
      label: 'several modes in one sequence',
      chunks: ['\x1b[?1000;1006;2004h'],
      expected: '\x1b[?1000l\x1b[?1006l\x1b[?2004l',
    },
    { label: 'a sequence cut by a chunk edge', chunks: ['abc\x1b[?20', '04h'], expected: '\x1b[?2004l' },
    { label: 'a sequence cut after each byte', chunks: Array.from('\x1b[?1049h'), expected: '\x1b[?1049l' },
    { label: 'cursor keys of an application', chunks: ['\x1b[?1h'], expected: '\x1b[?1l' },
    { label: 'the keypad of an application', chunks: ['\x1b='], expected: '\x1b>' },
    { label: 'a keypad that was put back', chunks: ['\x1b=', '\x1b>'], expected: '' },
    { label: 'a scroll region', chunks: ['\x1b[2;23r'], expected: '\x1b7\x1b[r\x1b8' },
    { label: 'a scroll region that was taken away', chunks: ['\x1b[2;23r', '\x1b[r'], expected: '' },
    { label: 'a colour', chunks: ['\x1b[1;31mred'], expected: '\x1b[0m' },
    { label: 'a colour of the palette whose number is 0', chunks: ['\x1b[38;5;0m'], expected: '\x1b[0m' },
    {
      label: 'a colour that was taken away',
      chunks: ['\x1b[31mred\x1b[m', '\x1b[32mgreen\x1b[0m'],
      expected: '',
    },
    {
      label: 'everything at once',
      chunks: ['\x1b[?1049h\x1b[?1h\x1b=\x1b[1;24r\x1b[7m\x1b[?25l'],
      expected: '\x1b[?1l\x1b[?1049l\x1b7\x1b[r\x1b8\x1b>\x1b[0m\x1b[?25h',
    },
    {
      label: 'a reset of the whole terminal',
      chunks: ['\x1b[?1049h\x1b[31m\x1b[?25l', '\x1bc'],
      expected: '',
    },
    { label: 'a colour cut by chunk edges', chunks: ['\x1b', '[3', '1m'], expected: '\x1b[0m' },
    { label: 'modes that need no reset', chunks: ['\x1b[?7h\x1b[?12l'], expected: '' },
  ])('resets what is left on after $label', ({ chunks, expected }) => {
    expect(after(...chunks).resetSequence()).toBe(expected);
  });
});
