import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainPodSecurity, type StartAttempt } from './explain-pod-security.ts';

const OWN = 'allowPrivilegeEscalation != false (container "dbg" must set securityContext)';
const OTHER = 'privileged (container "app" must not set securityContext.privileged=true)';
const refusal = (violations: string, code = 403): ApiError =>
  new ApiError({ method: 'PATCH', path: '/x' }, code, {
    message: `pods "web-1" is forbidden: violates PodSecurity "restricted:latest": ${violations}`,
  });
const START: StartAttempt = { mode: 'ephemeral', container: 'dbg', profile: 'general', node: 'n1' };

it.each([
  { label: 'a container of the pod violates the level', violations: OTHER, start: START, why: /\(app\)/ },
  { label: 'the profile violates the level', violations: OWN, start: START, why: /allowPrivilegeEscalation/ },
  {
    label: 'flags break the level of the profile',
    violations: OWN,
    start: { ...START, profile: 'restricted' },
    why: /allowPrivilegeEscalation/,
  },
  {
    label: 'a node pod is refused',
    violations: OTHER,
    start: { ...START, mode: 'node' } as const,
    why: /privileged/,
  },
  { label: 'nothing was to start', violations: OWN, start: undefined, why: /allowPrivilegeEscalation/ },
])('explains that $label', ({ violations, start, why }) => {
  const explained = explainPodSecurity(refusal(violations), start);
  expect(explained).toMatchObject({ kind: 'pod-security', why: expect.stringMatching(why) });
});

it('has a hint of its own for each of these', () => {
  const hints = [
    explainPodSecurity(refusal(OTHER), START),
    explainPodSecurity(refusal(OWN), START),
    explainPodSecurity(refusal(OWN), { ...START, profile: 'restricted' }),
    explainPodSecurity(refusal(OTHER), { ...START, mode: 'node' }),
  ].map((explained) => explained?.hint);
  expect(new Set(hints).size).toBe(hints.length);
});

it.each([
  { label: 'another code', error: refusal(OWN, 422) },
  { label: 'another message', error: new ApiError({ method: 'GET', path: '/x' }, 403, { message: 'no' }) },
])('leaves $label alone', ({ error }) => {
  expect(explainPodSecurity(error, START)).toBeUndefined();
});

it.each([
  { label: 'one', containers: 'container "old"', names: 'debug container "old"' },
  { label: 'one beside ours', containers: 'containers "dbg", "old"', names: 'debug container "old"' },
  {
    label: 'two',
    containers: 'containers "dbg", "old", "older"',
    names: 'debug containers "old", "older"',
  },
])('blames the debug containers that came before, not the pod: $label', ({ containers, names }) => {
  const earlier = ['older', 'old', 'fine'];
  const explained = explainPodSecurity(refusal(`privileged (${containers} must not be)`), {
    ...START,
    earlier,
  });
  expect(explained?.why).toContain(`what the pod got earlier, ${names}, so no other debug container passes`);
  expect(explained?.hint).toContain('--copy-to=');
});

it.each([
  { label: 'a container of its own', violations: `${OTHER}, privileged (container "old" must not be)` },
  { label: 'a field of the pod', violations: 'host namespaces (hostNetwork=true)' },
])('blames the pod as well for $label', ({ violations }) => {
  expect(explainPodSecurity(refusal(violations), { ...START, earlier: ['old'] })?.why).toContain(
    'the pod itself',
  );
});
