import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../errors/bounds.ts';
import { checkJsonBounds } from './check-json-bounds.ts';

const check = (text: string) => () => checkJsonBounds(Buffer.from(text), 'the answer');

describe('checkJsonBounds', () => {
  it.each([
    { label: 'the deepest text allowed', text: '['.repeat(BOUNDS.nesting.most) },
    { label: 'brackets inside strings', text: `"${'['.repeat(BOUNDS.nesting.most + 1)}"` },
    { label: 'an escaped quote inside a string', text: `"\\"${'['.repeat(BOUNDS.nesting.most + 1)}"` },
    { label: 'brackets that are closed', text: '[]'.repeat(BOUNDS.nesting.most + 1) },
    { label: 'text that is no JSON', text: 'hello, world' },
  ])('accepts $label', ({ text }) => {
    expect(check(text)).not.toThrow();
  });

  it.each([
    { label: 'deep lists', text: '['.repeat(BOUNDS.nesting.most + 1) },
    { label: 'deep objects', text: '{"a":'.repeat(BOUNDS.nesting.most + 1) },
    { label: 'brackets after a string', text: `"\\\\"${'['.repeat(BOUNDS.nesting.most + 1)}` },
    { label: 'many values', text: ','.repeat(BOUNDS.answerValues.most + 1) },
  ])('refuses $label', ({ text }) => {
    expect(check(text)).toThrow(expect.objectContaining({ kind: 'too-large' }));
  });
});
