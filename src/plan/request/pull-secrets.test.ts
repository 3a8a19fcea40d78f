import { expect, it } from 'vitest';
import { withPullSecrets } from './pull-secrets.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const asking = (...names: readonly string[]) => ({ pullSecrets: { names, isTyped: true } });

it.each([
  { label: 'none to none', own: undefined, request: {}, all: {} },
  { label: 'none to some', own: named('a'), request: {}, all: { imagePullSecrets: named('a') } },
  { label: 'some to none', own: undefined, request: asking('b'), all: { imagePullSecrets: named('b') } },
  {
    label: 'some to some, each once',
    own: named('a', 'b'),
    request: asking('b', 'c'),
    all: { imagePullSecrets: named('a', 'b', 'c') },
  },
])('adds $label', ({ own, request, all }) => {
  expect(withPullSecrets(own, request)).toEqual(all);
});
