import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDetachKeys, readDetachKeys } from './detach-keys.ts';

describe('parseDetachKeys', () => {
  it.each([
    { text: 'ctrl-p,ctrl-q', expected: [16, 17] },
    { text: 'CTRL-P', expected: [16] },
    { text: 'ctrl-]', expected: [29] },
    { text: 'ctrl-@', expected: [0] },
    { text: 'a,ctrl-\\', expected: [97, 28] },
    { text: '', expected: [] },
    { text: 'none', expected: [] },
  ])('reads "$text"', ({ text, expected }) => {
    expect(parseDetachKeys(text)).toEqual(Buffer.from(expected));
  });

  it.each(['ctrl-', 'ctrl-1', 'ab', 'ctrl-p,', 'é', ' '])('refuses "%s"', (text) => {
    expect(parseDetachKeys(text)).toBeUndefined();
  });
});

describe('readDetachKeys', () => {
  const KEYS = Buffer.from([16, 17]);
  const type = (...chunks: readonly string[]): { sent: string; isDetached: boolean; held: string } => {
    const reader = readDetachKeys(KEYS);
    const typed = chunks.map((chunk) => reader.read(Buffer.from(chunk, 'latin1')));
    return {
      sent: typed.map(({ send }) => send.toString('latin1')).join(''),
      isDetached: typed.some(({ isDetached }) => isDetached),
      held: reader.takeHeld().toString('latin1'),
    };
  };

  it.each([
    { label: 'other keys', chunks: ['ls\r'], expected: { sent: 'ls\r', isDetached: false, held: '' } },
    {
      label: 'the keys in one chunk',
      chunks: ['a\x10\x11b'],
      expected: { sent: 'a', isDetached: true, held: '' },
    },
    {
      label: 'the keys in two chunks',
      chunks: ['a\x10', '\x11'],
      expected: { sent: 'a', isDetached: true, held: '' },
    },
    {
      label: 'only the first key',
      chunks: ['a\x10'],
      expected: { sent: 'a', isDetached: false, held: '\x10' },
    },
    {
      label: 'the first key and another',
      chunks: ['\x10', 'x'],
      expected: { sent: '\x10x', isDetached: false, held: '' },
    },
    {
      label: 'the first key twice',
      chunks: ['\x10', '\x10', '\x11'],
      expected: { sent: '\x10', isDetached: true, held: '' },
    },
    {
      label: 'the second key alone',
      chunks: ['\x11'],
      expected: { sent: '\x11', isDetached: false, held: '' },
    },
  ])('copes with $label', ({ chunks, expected }) => {
    expect(type(...chunks)).toEqual(expected);
  });

  it('loses no byte that is not part of the keys, however the input is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\x10', '\x11', 'a'), { maxLength: 20 }),
        fc.nat(20),
        (bytes, cut) => {
          const text = bytes.join('');
          const { sent, isDetached, held } = type(text.slice(0, cut), text.slice(cut));
          const at = text.indexOf('\x10\x11');
          expect(isDetached).toBe(at !== -1);
          expect(sent + held).toBe(at === -1 ? text : text.slice(0, at));
        },
      ),
    );
  });
});
