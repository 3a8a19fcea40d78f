import { expect, it } from 'vitest';
import { FLAG_TEXT } from './flag-text.ts';

it.each([
  { kind: 'boolean', text: 't', value: true },
  { kind: 'string', text: 'a,b', value: 'a,b' },
  { kind: 'strings', text: 'a,b', value: ['a', 'b'] },
  { kind: 'strings', text: '', value: [] },
  { kind: 'texts', text: 'a,b', value: ['a,b'] },
  { kind: 'key-values', text: 'A=1,2', value: [['A', '1,2']] },
  {
    kind: 'key-values',
    text: 'A=1,B=2',
    value: [
      ['A', '1'],
      ['B', '2'],
    ],
  },
  { kind: 'key-values', text: '"A=1"', value: [['A', '1']] },
  { kind: 'key-values', text: 'A=', value: [['A', '']] },
  { kind: 'integer', text: '7', value: 7 },
  { kind: 'duration', text: '2s', value: 2000 },
] as const)('reads $text as $kind', ({ kind, text, value }) => {
  expect(FLAG_TEXT[kind](text)).toEqual(value);
});

it('refuses a pair without an equals sign', () => {
  expect(() => FLAG_TEXT['key-values']('A')).toThrow('A must be formatted as key=value');
});
