import { expect, it } from 'vitest';
import { findPromptSecret, promptVariables, withPromptVariables } from './prompt-marks.ts';

it('finds the secret of the marks again', () => {
  expect(findPromptSecret(promptVariables('abc123'))).toBe('abc123');
});

it.each([
  { label: 'no variables', env: undefined },
  { label: 'another prompt', env: [{ name: 'PS1', value: '$ ' }] },
  { label: 'a secret that we did not make', env: [{ name: 'PS1', value: '\u001b]7337;.*;a' }] },
])('finds none in $label', ({ env }) => {
  expect(findPromptSecret(env)).toBeUndefined();
});

it('takes the place of other prompts, and keeps the other variables', () => {
  const env = withPromptVariables(
    [
      { name: 'PS1', value: '> ' },
      { name: 'A', value: '1' },
    ],
    'abc123',
  );
  expect(env.map(({ name }) => name)).toEqual(['A', 'PS1', 'PS0', 'PS2', 'PROMPT_COMMAND']);
});

it('has nothing that the kubelet would expand', () => {
  for (const { value = '' } of promptVariables('abc123')) expect(value).not.toMatch(/\$[($]/);
});
