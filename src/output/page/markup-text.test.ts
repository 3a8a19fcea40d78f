import { expect, it } from 'vitest';
import { markupText } from './markup-text.ts';

it.each([
  {
    text: `<a href="x" id='y'>&amp;</a>`,
    expected: '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  },
  { text: 'one\n\ttwo', expected: 'one\n\ttwo' },
  { text: '\u001b[31m', expected: '^[[31m' },
  { text: '\u202e', expected: '\\u202e' },
  { text: 'a\ufffeb\uffffc', expected: 'a\\ufffeb\\uffffc' },
])('escapes $expected', ({ text, expected }) => {
  expect(markupText(text)).toBe(expected);
});
