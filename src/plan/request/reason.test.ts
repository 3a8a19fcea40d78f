import { describe, expect, it } from 'vitest';
import { parseReason } from './reason.ts';

describe('parseReason', () => {
  it.each([
    { label: 'a line', text: 'INC-7: disk full', reason: 'INC-7: disk full' },
    { label: 'a line without the spaces around it', text: '  INC-7 ', reason: 'INC-7' },
    { label: 'other scripts', text: 'größer 🚀', reason: 'größer 🚀' },
    { label: 'as many characters as fit', text: '🚀'.repeat(256), reason: '🚀'.repeat(256) },
    { label: 'nothing as none', text: undefined, reason: undefined },
    { label: 'an empty text as none', text: '', reason: undefined },
    { label: 'spaces as none', text: '  ', reason: undefined },
  ])('reads $label', ({ text, reason }) => {
    expect(parseReason(text)).toBe(reason);
  });

  it.each([
    { label: 'a flag, before which the text was forgotten', text: '--record' },
    { label: 'a short flag', text: '-q' },
    { label: 'two lines', text: 'a\nb' },
    { label: 'a control character', text: 'a\u001b[2Jb' },
    { label: 'a mark that turns the text around', text: 'a\u202eb' },
    { label: 'a line separator', text: 'a\u2028b' },
    { label: 'too many characters', text: 'x'.repeat(257) },
  ])('refuses $label', ({ text }) => {
    expect(() => parseReason(text)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});
