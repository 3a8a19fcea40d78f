import { expect, it } from 'vitest';
import { headerValue } from './header-value.ts';

it.each([
  { label: 'ASCII', text: 'Bearer abc', expected: 'Bearer abc' },
  { label: 'a tab', text: 'a\tb', expected: 'a\tb' },
  { label: 'UTF-8 as one character per byte', text: 'ü', expected: '\u00c3\u00bc' },
  { label: 'an empty text', text: '', expected: '' },
])('encodes $label', ({ text, expected }) => {
  expect(headerValue(text, 'the token')).toBe(expected);
});

it.each(['a\nb', 'a\rb', '\0', '\x7f'])('refuses %j without quoting it', (text) => {
  expect(() => headerValue(text, 'the token')).toThrow(
    expect.objectContaining({
      kind: 'kubeconfig',
      message: 'the token cannot be sent: it holds a line break or another control character',
    }),
  );
});
