import { expect, it } from 'vitest';
import { makeAbovePrompt } from './say-above-prompt.ts';

const NOTE = 'a note';

/** Shows pieces of output one after the other, says the note after the first ones, and returns the whole screen's bytes. */
async function show(before: readonly string[], after: readonly string[] = []): Promise<string> {
  let screen = '';
  const write = (_: 'stdout' | 'stderr', bytes: Buffer): void => void (screen += bytes.toString());
  const above = makeAbovePrompt({ write });
  const print = async (text: string): Promise<void> => {
    above.hear('stdout', Buffer.from(text));
    write('stdout', Buffer.from(text));
    await Promise.resolve();
  };
  for (const text of before) await print(text);
  above.say(NOTE);
  for (const text of after) await print(text);
  return screen;
}

it.each([
  { label: 'before any prompt', before: [], after: ['$ '], shown: 'a note\r\n$ ' },
  {
    label: 'above a prompt with what is typed',
    before: ['hi\r\n', '$ l', 's'],
    after: [],
    shown: 'hi\r\n$ ls\r\u001b[Ja note\r\n$ ls',
  },
  {
    label: 'above the next prompt while a command runs',
    before: ['$ ', 'ls\r\n'],
    after: ['bin etc\r\n', '$ '],
    shown: '$ ls\r\nbin etc\r\n$ \r\u001b[Ja note\r\n$ ',
  },
  {
    label: 'after a full-screen program',
    before: ['$ ', '\u001b[?1049hvi'],
    after: [' text', '\u001b[?1049l\r\n$ '],
    shown: '$ \u001b[?1049hvi text\u001b[?1049l\r\n$ \r\u001b[Ja note\r\n$ ',
  },
  { label: 'once', before: ['$ '], after: ['x', 'y'], shown: '$ \r\u001b[Ja note\r\n$ xy' },
])('says a line $label', async ({ before, after, shown }) => {
  expect(await show(before, after)).toBe(shown);
});
