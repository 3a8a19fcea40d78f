import { expect, it } from 'vitest';
import { aPodCopyRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { changedWarnings, ignoredFlagWarnings } from './pod-copy-warnings.ts';

it.each([
  { request: {}, names: undefined },
  { request: { stdin: true }, names: ': --stdin ignored' },
  {
    request: { containerName: 'dbg', profile: 'sysadmin', command: ['sh'] } as const,
    names: ': --container, --profile, -- COMMAND ignored',
  },
])('names the flags without effect in $request', ({ request, names }) => {
  const warnings = ignoredFlagWarnings(aPodCopyRequest(request));
  expect(warnings).toEqual(names === undefined ? [] : [expect.stringContaining(names)]);
});

it('warns about capabilities of a container that is not root', () => {
  const copy = aPod({
    apps: [{ name: 'dbg', securityContext: { privileged: true } }, { name: 'app' }],
    spec: { securityContext: { runAsUser: 5 } },
  });
  expect(['dbg', 'app', 'gone'].map((name) => changedWarnings(copy, name).length)).toEqual([1, 0, 0]);
});
