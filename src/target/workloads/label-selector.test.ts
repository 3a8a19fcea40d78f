import { expect, it } from 'vitest';
import { labelSelectorText } from './label-selector.ts';

it.each([
  { selector: {}, expected: '' },
  { selector: { matchLabels: { app: 'web', tier: 'front' } }, expected: 'app=web,tier=front' },
  {
    selector: {
      matchLabels: { app: 'web' },
      matchExpressions: [
        { key: 'env', operator: 'In', values: ['a', 'b'] },
        { key: 'env', operator: 'NotIn', values: ['c'] },
        { key: 'x', operator: 'Exists' },
        { key: 'y', operator: 'DoesNotExist' },
      ],
    },
    expected: 'app=web,env in (a,b),env notin (c),x,!y',
  },
])('writes $selector as "$expected"', ({ selector, expected }) => {
  expect(labelSelectorText(selector)).toBe(expected);
});

it('refuses an unknown operator', () => {
  const matchExpressions = [{ key: 'x', operator: 'Gt', values: ['1'] }];
  expect(() => labelSelectorText({ matchExpressions })).toThrow(
    expect.objectContaining({ kind: 'unsupported' }),
  );
});
