import { expect, it } from 'vitest';
import { makePackedTexts } from './packed-texts.ts';

it('returns each text as it was, before and after it is packed with others', () => {
  const packed = makePackedTexts();
  const texts = Array.from({ length: 40 }, (_, index) => `${'ü'.repeat(index)} text ${index}`);
  const reads = texts.map((text) => packed.put(text));
  expect(reads.map((read) => read())).toEqual(texts);
});

it('reads a text that is empty, and one that is alone', () => {
  const packed = makePackedTexts();
  const empty = packed.put('');
  const alone = packed.put('alone');
  expect([empty(), alone()]).toEqual(['', 'alone']);
});
