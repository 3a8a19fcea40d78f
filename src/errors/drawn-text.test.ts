import { expect, it } from 'vitest';
import { drawnText } from './drawn-text.ts';

it.each([
  { drawn: '/ # ', text: '/ # ' },
  { drawn: '\r\u001b[J/ # \u001b[6n', text: '/ # ' },
  { drawn: '\u001b]0;root@web-1\u0007\u001b[01;32mroot\u001b[0m# ', text: 'root# ' },
  { drawn: '\u001b]0;web\u001b\\# ', text: '# ' },
  { drawn: '\u001b(B\u001b[m$ ', text: '$ ' },
  { drawn: 'a\b \u0007', text: 'a ' },
])('shows $text', ({ drawn, text }) => {
  expect(drawnText(drawn)).toBe(text);
});
