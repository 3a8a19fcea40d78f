import { describe, expect, it } from 'vitest';
import { IS_SOAK } from '../../test/drivers/soak.ts';
import { printable, printableJson, printableLines } from './printable.ts';

/** Planes 0, 1 and 14 have nearly all characters; of the others some are enough. */
const isTried = (code: number): boolean => IS_SOAK || code < 0x20000 || code >> 16 === 14 || code % 61 === 0;

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
    {
      label: 'spaces without a width',
      text: 'web\u200b-1\ufeff\u2060',
      expected: 'web\\u200b-1\\ufeff\\u2060',
    },
    { label: 'a soft hyphen', text: 'we\u00adb', expected: 'we\\u00adb' },
    {
      label: 'letters that are blank',
      text: '\u115f\u1160\u3164\uffa0',
      expected: '\\u115f\\u1160\\u3164\\uffa0',
    },
    { label: 'a tag', text: 'a\u{e0041}', expected: 'a\\u{e0041}' },
    { label: 'a variation selector', text: 'a\ufe0fb\u{e0100}', expected: 'a\\ufe0fb\\u{e0100}' },
    { label: 'an emoji of several', text: '👩\u200d💻', expected: '👩\\u200d💻' },
    { label: 'half a character', text: 'a\ud83d!', expected: 'a\\ud83d!' },
    { label: 'annotation marks', text: '\ufff9a\ufffb', expected: '\\ufff9a\\ufffb' },
    { label: 'a private character', text: '\ue0a0', expected: '\\ue0a0' },
    { label: 'letters of any script', text: 'naïve 木 😀 עברית', expected: 'naïve 木 😀 עברית' },
    { label: 'a backslash', text: 'C:\\new', expected: 'C:\\new' },
  ])('shows $label as it is safe', ({ text, expected }) => {
    expect(printable(text)).toBe(expected);
  });

  it('leaves no character in that steers a terminal or is not seen', () => {
    const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter(isTried);
    const all = codes.map((code) => String.fromCodePoint(code)).join('\n');
    const shown =
      /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]/u;
    expect(shown.exec(printable(all))).toBeNull();
    expect(shown.exec(printableLines(all).replaceAll(/[\n\t]/g, ''))).toBeNull();
    expect(shown.exec(printableJson(all).replaceAll('\n', ''))).toBeNull();
  });
});

describe('printableLines', () => {
  it('keeps line feeds and tabs, and nothing else that steers a terminal', () => {
    expect(printableLines(`a:\r\n\tb\rc${ESC}[2J\u202e`)).toBe('a:\n\tb\\rc^[[2J\\u202e');
  });
});

describe('printableJson', () => {
  it('keeps what the document says', () => {
    const value = { annotations: { note: `${ESC}[31m\u009b2J\u007f\u202e\r\n\u200b\u{e0041}\ud83d` } };
    const shown = printableJson(JSON.stringify(value, undefined, 4));
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).not.toMatch(/[\u007f-\u009f\u202e\r]/u);
  });
});
