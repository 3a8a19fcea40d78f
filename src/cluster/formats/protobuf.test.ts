import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProtobufMessage } from '../../../test/builders/a-protobuf-message.ts';
import { bytes, flag, integer, message, readMessage, text, type Fields } from './protobuf.ts';

const FIELDS: Fields = {
  1: { name: 'number', read: integer },
  2: { name: 'text', read: text },
  3: { name: 'flag', read: flag },
  4: { name: 'bytes', read: bytes },
  5: { name: 'inner', read: message({ 1: { name: 'number', read: integer } }, () => ({ number: 7 })) },
  6: { name: 'list', read: text, adds: 'item' },
  7: {
    name: 'map',
    read: message({ 1: { name: 'key', read: text }, 2: { name: 'value', read: text } }),
    adds: 'entry',
  },
  100: { name: 'far', read: text },
};

describe('readMessage', () => {
  it.each([
    {
      label: 'text that is not ASCII',
      source: aProtobufMessage([2, 'pöd 🐳']),
      expected: { text: 'pöd 🐳' },
    },
    { label: 'flags', source: aProtobufMessage([3, 1]), expected: { flag: true } },
    { label: 'a flag that is not set', source: aProtobufMessage([3, 0]), expected: { flag: false } },
    { label: 'bytes', source: aProtobufMessage([4, 'ab']), expected: { bytes: Buffer.from('ab') } },
    {
      label: 'a message in a message',
      source: aProtobufMessage([5, [[1, 2]]]),
      expected: { inner: { number: 2 } },
    },
    {
      label: 'an empty message as it starts',
      source: aProtobufMessage([5, []]),
      expected: { inner: { number: 7 } },
    },
    {
      label: 'a list in its order',
      source: aProtobufMessage([6, 'b'], [6, 'a']),
      expected: { list: ['b', 'a'] },
    },
    {
      label: 'a map',
      source: aProtobufMessage(
        [
          7,
          [
            [1, '__proto__'],
            [2, 'x'],
          ],
        ],
        [7, [[1, 'b']]],
      ),
      expected: {
        map: Object.fromEntries([
          ['__proto__', 'x'],
          ['b', ''],
        ]),
      },
    },
    { label: 'a field of a large number', source: aProtobufMessage([100, 'x']), expected: { far: 'x' } },
    { label: 'nothing', source: aProtobufMessage(), expected: {} },
  ])('reads $label', ({ source, expected }) => {
    expect(readMessage(source, FIELDS)).toEqual(expected);
  });

  it('reads a map of many entries', () => {
    // Copied at each of them, these were four thousand million copies of entries.
    const entries = Array.from({ length: 100_000 }, (_, index): [number, [number, string][]] => [
      7,
      [[1, `k${index}`]],
    ]);
    const { map } = readMessage(aProtobufMessage(...entries), FIELDS);
    expect(Object.keys(map ?? {})).toHaveLength(100_000);
  });

  it('reads whole numbers with their sign', () => {
    const numbers = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer(),
      fc.constantFrom(-1, 0, 127, 128, 2 ** 31, -(2 ** 31)),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        expect(readMessage(aProtobufMessage([1, number]), FIELDS)).toEqual({ number });
      }),
    );
  });

  it('passes over fields that it does not know, of every kind', () => {
    const unknown = Buffer.concat([
      aProtobufMessage([8, 300], [9, 'long'.repeat(100)]),
      Buffer.from([(10 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8]),
      Buffer.from([(11 << 3) | 5, 1, 2, 3, 4]),
    ]);
    expect(readMessage(Buffer.concat([unknown, aProtobufMessage([2, 'seen'])]), FIELDS)).toEqual({
      text: 'seen',
    });
  });

  it.each([
    { label: 'text that is cut off', source: aProtobufMessage([2, 'text']).subarray(0, 4) },
    { label: 'a number that does not end', source: Buffer.from([1 << 3, 0xff]) },
    { label: 'a number that is too long', source: Buffer.from([1 << 3, ...Array<number>(11).fill(0xff), 1]) },
    { label: 'a kind of field that does not exist', source: Buffer.from([(8 << 3) | 7, 1]) },
    {
      label: 'a field that is longer than the message that it is in',
      source: Buffer.concat([Buffer.from([(5 << 3) | 2, 1, 1 << 3]), aProtobufMessage([1, 1])]),
    },
  ])('refuses $label', ({ source }) => {
    expect(() => readMessage(source, FIELDS)).toThrow();
  });
});

it('reads a map with a hundred thousand entries, whatever they are called', () => {
  const entry = (key: string): Buffer => {
    const inner = Buffer.concat([Buffer.from([0x0a, key.length]), Buffer.from(key)]);
    return Buffer.concat([Buffer.from([0x0a, inner.length]), inner]);
  };
  const names = ['__proto__', ...Array.from({ length: 100_000 }, (_, at) => `k${at}`)];
  const fields: Fields = {
    1: { name: 'labels', adds: 'entry', read: message({ 1: { name: 'key', read: text } }) },
  };
  const { labels } = readMessage(Buffer.concat(names.map(entry)), fields);
  expect(Object.keys(labels as object)).toHaveLength(names.length);
});
