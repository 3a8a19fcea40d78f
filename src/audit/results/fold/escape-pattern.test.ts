import { expect, it } from 'vitest';
import { escapePattern } from './escape-pattern.ts';

it.each(['web-1', 'a.b', '^$', '[a-z]', '(x|y)', 'a{2}', 'a*b+c?', String.raw`\d\\`, '10.0.0.1', '/a/b'])(
  'matches %s and nothing else',
  (text) => {
    const pattern = new RegExp(`^${escapePattern(text)}$`);
    expect(pattern.test(text)).toBe(true);
    expect(pattern.test(`${text}x`)).toBe(false);
    expect(pattern.test(text.replace(/\W/, 'w'))).toBe(!/\W/.test(text));
  },
);
