import { describe, expect, it } from 'vitest';
import { FieldMismatch, listOf, mapping, text } from './preference-fields.ts';

const unknown: string[] = [];
const alias = mapping(unknown, (field) => ({ name: field('name', text), args: field('args', listOf(text)) }));

describe('a reader', () => {
  it.each([
    { label: 'a text', read: text, value: 'a', expected: 'a' },
    { label: 'an absent text', read: text, value: null, expected: '' },
    { label: 'a list', read: listOf(text), value: ['a', null], expected: ['a', ''] },
    { label: 'an absent list', read: listOf(text), value: undefined, expected: undefined },
    { label: 'a mapping', read: alias, value: { name: 'x', args: [] }, expected: { name: 'x', args: [] } },
    { label: 'an absent mapping', read: alias, value: null, expected: { name: '', args: undefined } },
  ])('reads $label', ({ read, value, expected }) => {
    expect(read(value, 'p')).toEqual(expected);
  });

  it.each([
    { read: text, value: 7, message: 'p is not a text: put it into quotes' },
    { read: text, value: {}, message: 'p is not a text' },
    { read: listOf(text), value: 'a', message: 'p is not a list' },
    { read: listOf(text), value: ['a', true], message: 'p[1] is not a text: put it into quotes' },
    { read: alias, value: [], message: 'p is not a mapping' },
    { read: alias, value: { args: [3] }, message: 'p.args[0] is not a text: put it into quotes' },
  ])('refuses $value: $message', ({ read, value, message }) => {
    expect(() => read(value, 'p')).toThrow(new FieldMismatch(message));
  });

  it('notes unknown fields by their path; names are case-sensitive', () => {
    unknown.length = 0;
    alias({ name: 'x', Name: 'y' }, 'aliases[0]');
    alias({ other: 1 }, '');
    expect(unknown).toEqual(['aliases[0].Name', 'other']);
  });
});
