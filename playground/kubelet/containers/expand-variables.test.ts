import { expect, it } from 'vitest';
import { expandVariables } from './expand-variables.ts';

it.each([
  { word: 'plain', expanded: 'plain' },
  { word: '$$', expanded: '$' },
  { word: '$$$$', expanded: '$$' },
  { word: '$(X)', expanded: 'value' },
  { word: '$$(X)', expanded: '$(X)' },
  { word: '$(Y)', expanded: '$(Y)' },
  { word: '$(X', expanded: '$(X' },
  { word: '$X $', expanded: '$X $' },
])('makes of $word, as a kubelet does, $expanded', ({ word, expanded }) => {
  expect(expandVariables(word, { X: 'value' })).toBe(expanded);
});
