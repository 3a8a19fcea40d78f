import { describe, expect, it } from 'vitest';
import { followTypedLine } from './typed-line.ts';

const line = (columns = 20, column = 4) => followTypedLine({ columns, column, canEnd: () => true });

/** What shells drew for the keys of the label, as seen on a terminal. */
describe('followTypedLine', () => {
  it.each([
    { label: 'letters', drawn: 'ls -l\r\n', text: 'ls -l' },
    { label: 'ash: a deleted letter', drawn: 'lx\b\u001b[Js\r\n', text: 'ls' },
    { label: 'dash: a deleted letter', drawn: 'lx\b \bs\r\n', text: 'ls' },
    { label: 'ash: letters in the middle', drawn: 'abc\b\bXbc\b\b\r\n', text: 'aXbc' },
    { label: 'bash: letters in the middle', drawn: 'abc\b\b\u001b[1@X\r\n', text: 'aXbc' },
    {
      label: 'bash: a shorter line of the history',
      drawn: 'sleep\b\b\b\b\b\u001b[3Pls\u001b[K\r\n',
      text: 'ls',
    },
    { label: 'an earlier line that is cleared', drawn: 'ls /tmp\b\b\b\b\b\b\b\u001b[K\r\n', text: '' },
    { label: 'ash: more than a row', drawn: 'echo 12345678901\r\r\n2345\r\n', text: 'echo 123456789012345' },
    {
      label: 'bash: more than a row',
      drawn: 'echo 12345678901\u0032\r2345\r\n',
      text: 'echo 123456789012345',
    },
    {
      label: 'ash: Ctrl-A and a letter in front of more than a row',
      drawn: 'echo 12345678901\r\r\n2345\r\u001b[1A\u001b[4CZecho 1234567890\r\r\n12345\r\n',
      text: 'Zecho 123456789012345',
    },
    { label: 'characters beyond ASCII', drawn: 'echo "ü€"\r\n', text: 'echo "ü€"' },
    { label: 'colours and titles', drawn: '\u001b[1ml\u001b[0ms\u001b]0;x\u0007\r\n', text: 'ls' },
    { label: 'the question for the cursor', drawn: '\u001b[6nls\r\n', text: 'ls' },
    { label: 'Ctrl-C', drawn: 'par^C\r\n', text: 'par^C' },
  ])('reads $label, wherever the output is cut', ({ drawn, text }) => {
    const bytes = Buffer.from(drawn);
    for (let at = 0; at <= bytes.length; at += 1) {
      const followed = line();
      const rests = [bytes.subarray(0, at), bytes.subarray(at)].map((piece) => followed.draw(piece));
      expect(followed.text()).toBe(text);
      expect(rests.filter((rest) => rest !== undefined)).toEqual([Buffer.alloc(0)]);
    }
  });

  it('leaves what follows the line', () => {
    expect(line().draw(Buffer.from('ls\r\nfile\r\n'))).toEqual(Buffer.from('file\r\n'));
  });

  it('goes on over a list of completions, which nobody has entered', () => {
    const followed = followTypedLine({ columns: 20, column: 4, canEnd: () => false });
    expect(followed.draw(Buffer.from('ls /e\r\netc  exe\r\n'))).toBeUndefined();
  });
});
