import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines } from './printable.ts';

const ESC = '\u001b';

describe('printable', () => {
  it.each([
    { label: 'a colour sequence', text: `${ESC}[31mred`, expected: '^[[31mred' },
    { label: 'a window title', text: `${ESC}]0;pwned\u0007`, expected: '^[]0;pwned\\u0007' },
    { label: 'an 8-bit CSI', text: '\u009b2J', expected: '\\u009b2J' },
    { label: 'a new line', text: 'a\nerror: b', expected: 'a\\nerror: b' },
    { label: 'a carriage return', text: 'Running\rFailed ', expected: 'Running\\rFailed ' },
    { label: 'CRLF', text: 'a\r\nb', expected: 'a\\r\\nb' },
    { label: 'a tab', text: 'a\tb', expected: 'a\\tb' },
    { label: 'NUL and DEL', text: '\u0000\u007f', expected: '\\u0000\\u007f' },
    { label: 'a bidi override', text: 'a\u202etxt.exe', expected: 'a\\u202etxt.exe' },
    { label: 'a bidi isolate', text: '\u2066x\u2069', expected: '\\u2066x\\u2069' },
    { label: 'bidi marks', text: '\u061c\u200e\u200f', expected: '\\u061c\\u200e\\u200f' },
    { label: 'a line separator', text: 'a\u2028b', expected: 'a\\u2028b' },
    { label: 'letters of any script', text: 'naïve 木 😀 עברית', expected: 'naïve 木 😀 עברית' },
    { label: 'a backslash', text: 'C:\\new', expected: 'C:\\new' },
  ])('shows $label as it is safe', ({ text, expected }) => {
    expect(printable(text)).toBe(expected);
  });

  it('leaves no character of the control ranges in', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join('');
    expect(printable(all)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  });
});

describe('printableLines', () => {
  it('keeps line feeds and tabs, and nothing else that steers a terminal', () => {
    expect(printableLines(`a:\r\n\tb\rc${ESC}[2J\u202e`)).toBe('a:\n\tb\\rc^[[2J\\u202e');
  });
});

describe('printableJson', () => {
  it('keeps what the document says', () => {
    const value = { annotations: { note: `${ESC}[31m\u009b2J\u007f\u202e\r\n` } };
    const shown = printableJson(JSON.stringify(value, undefined, 4));
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).not.toMatch(/[\u007f-\u009f\u202e\r]/u);
  });
});
