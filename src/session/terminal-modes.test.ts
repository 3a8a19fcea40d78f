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
    { label: 'modes that need no reset', chunks: ['\x1b[?7h\x1b[?12l'], expected: '' },
  ])('resets what is left on after $label', ({ chunks, expected }) => {
    expect(after(...chunks).resetSequence()).toBe(expected);
  });

  it('knows whether a full-screen program owns the screen', () => {
    expect(after('\x1b[?1049h').isFullScreen()).toBe(true);
    expect(after('\x1b[?1049h', '\x1b[?1049l').isFullScreen()).toBe(false);
  });
});
