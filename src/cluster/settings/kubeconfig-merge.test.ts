import { expect, it } from 'vitest';
import { mergeKubeconfigs } from './kubeconfig-merge.ts';
import type { ParsedKubeconfig } from './parse-kubeconfig.ts';

const file = (
  name: string,
  currentContext: string | undefined,
  ...users: readonly string[]
): ParsedKubeconfig => ({
  currentContext,
  contexts: new Map(),
  clusters: new Map(),
  users: new Map(users.map((user) => [user, { label: user, file: name, fields: {} }])),
});

it('takes each entry as a whole from the first file that has it', () => {
  const { users } = mergeKubeconfigs([file('a', undefined, 'x', 'y'), file('b', undefined, 'y', 'z')], []);
  expect([...users.values()].map(({ label, file: name }) => `${label} of ${name}`).toSorted()).toEqual([
    'x of a',
    'y of a',
    'z of b',
  ]);
});

it.each([
  { label: 'the first one', contexts: ['a', 'b'], expected: 'a' },
  { label: 'the first one that is set', contexts: [undefined, 'b'], expected: 'b' },
  { label: 'none', contexts: [undefined], expected: undefined },
])('takes $label as current-context', ({ contexts, expected }) => {
  const files = contexts.map((context) => file('f', context));
  expect(mergeKubeconfigs(files, ['p'])).toMatchObject({ paths: ['p'], exists: true });
  expect(mergeKubeconfigs(files, []).currentContext).toBe(expected);
});

it('knows that no file exists', () => {
  expect(mergeKubeconfigs([], ['p'])).toMatchObject({ paths: ['p'], exists: false });
});
