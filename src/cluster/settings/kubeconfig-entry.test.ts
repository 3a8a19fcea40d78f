import { describe, expect, it } from 'vitest';
import {
  booleanField,
  innerEntries,
  innerEntry,
  pathField,
  textField,
  textsField,
} from './kubeconfig-entry.ts';

const entry = (value: unknown) => ({ label: 'user "u"', file: '/home/me/config', fields: { x: value } });

describe('a field', () => {
  it.each([
    { label: 'a text', read: textField, value: 'a', expected: 'a' },
    { label: 'an empty text', read: textField, value: '', expected: undefined },
    { label: 'an absent text', read: textField, value: undefined, expected: undefined },
    { label: 'a null text', read: textField, value: null, expected: undefined },
    { label: 'a relative path', read: pathField, value: 'k.pem', expected: '/home/me/k.pem' },
    { label: 'an absolute path', read: pathField, value: '/k.pem', expected: '/k.pem' },
    { label: 'an absent path', read: pathField, value: null, expected: undefined },
    { label: 'a boolean', read: booleanField, value: true, expected: true },
    { label: 'an absent boolean', read: booleanField, value: null, expected: false },
    { label: 'a list of texts', read: textsField, value: ['a', 'b'], expected: ['a', 'b'] },
    { label: 'an absent list', read: textsField, value: null, expected: [] },
  ])('is $label', ({ read, value, expected }) => {
    expect(read(entry(value), 'x')).toEqual(expected);
  });

  it.each([
    { read: textField, value: 7, why: 'x must be text' },
    { read: booleanField, value: 'yes', why: 'x must be true or false' },
    { read: textsField, value: 'a', why: 'x must be a list' },
    { read: textsField, value: ['a', 1], why: 'x must be a list of texts' },
    { read: innerEntry, value: ['a'], why: 'x must be a mapping' },
    { read: innerEntries, value: [{}, 'a'], why: 'x[1] must be a mapping' },
  ])('of $value is refused: $why', ({ read, value, why }) => {
    expect(() => read(entry(value), 'x')).toThrow(
      expect.objectContaining({ kind: 'kubeconfig', message: `user "u" in /home/me/config: ${why}` }),
    );
  });
});

it('names an inner entry by its path', () => {
  expect(innerEntry(entry({ a: 1 }), 'x')).toMatchObject({ label: 'user "u", x', fields: { a: 1 } });
  expect(innerEntry(entry(null), 'x')).toBeUndefined();
  expect(innerEntries(entry([{ a: 1 }]), 'x')).toMatchObject([{ label: 'user "u", x[0]', fields: { a: 1 } }]);
});
