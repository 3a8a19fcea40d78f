import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { explainApiError } from './explain-api-error.ts';
import type { StartAttempt } from './explain-pod-security.ts';
import { readPodSecurityRefusal, violationsOfPod } from './pod-security-refusal.ts';

const BASELINE =
  'pods "web-1" is forbidden: violates PodSecurity "baseline:latest": non-default capabilities (container "dbg" must not include "SYS_PTRACE" in securityContext.capabilities.add), privileged (container "dbg" must not set securityContext.privileged=true)';
const BOTH =
  'pods "web-1" is forbidden: violates PodSecurity "restricted:v1.30": allowPrivilegeEscalation != false (containers "app", "dbg" must set securityContext.allowPrivilegeEscalation=false), seccompProfile (pod or container "dbg" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';
const POD =
  'pods "web-1" is forbidden: violates PodSecurity "baseline:latest": host namespaces (hostPID=true)';
const OURS_RESTRICTED =
  'pods "web-1" is forbidden: violates PodSecurity "restricted:latest": runAsNonRoot != true (pod or container "dbg" must set securityContext.runAsNonRoot=true)';

describe('readPodSecurityRefusal', () => {
  it('knows the level, and the containers that each check names', () => {
    const refusal = readPodSecurityRefusal(BASELINE);
    expect(refusal?.level).toBe('baseline');
    expect(refusal?.violations).toEqual([
      {
        text: 'non-default capabilities (container "dbg" must not include "SYS_PTRACE" in securityContext.capabilities.add)',
        containers: ['dbg'],
      },
      {
        text: 'privileged (container "dbg" must not set securityContext.privileged=true)',
        containers: ['dbg'],
      },
    ]);
    expect(readPodSecurityRefusal(BOTH)?.violations.map(({ containers }) => containers)).toEqual([
      ['app', 'dbg'],
      ['dbg'],
    ]);
  });

  it.each(['User "dev" cannot patch resource "pods/ephemeralcontainers"', ''])(
    'leaves other refusals alone: %j',
    (message) => {
      expect(readPodSecurityRefusal(message)).toBeUndefined();
    },
  );
});

describe('violationsOfPod', () => {
  it.each([
    { label: 'only the debug container is named', message: BASELINE, expected: 0 },
    { label: 'another container is named beside it', message: BOTH, expected: 1 },
    { label: 'the pod itself is meant', message: POD, expected: 1 },
  ])('counts $expected where $label', ({ message, expected }) => {
    const refusal = readPodSecurityRefusal(message);
    expect(refusal && violationsOfPod(refusal, 'dbg')).toHaveLength(expected);
  });
});

describe('a refusal of Pod Security', () => {
  const start: StartAttempt = { mode: 'ephemeral', container: 'dbg', profile: 'general', node: 'n1' };

  it.each([
    {
      label: 'names the field and the profile that passes',
      message: BASELINE,
      why: /level "baseline": non-default capabilities \(container "dbg" must not include "SYS_PTRACE"/,
      hint: /^leave out --profile .* or use --profile=baseline$/,
    },
    {
      label: 'asks for a user where root is forbidden',
      message: OURS_RESTRICTED,
      why: /level "restricted": runAsNonRoot != true/,
      hint: /^leave out --profile .* or use --profile=restricted --run-as-user=UID$/,
    },
    {
      label: 'blames flags where the profile of the level was used',
      message: BASELINE,
      start: { profile: 'baseline' },
      why: /level "baseline"/,
      hint: 'leave out the flag that it refuses: --cap-add, --run-as-user=0 or --custom',
    },
    {
      label: 'blames the pod where another container violates the level',
      message: BOTH,
      why: /the pod itself violates Pod Security level "restricted" of its namespace, so no profile passes: allowPrivilegeEscalation != false \(app\)$/,
      hint: /kubectl-debug node\/n1 -n kube-system$/,
    },
    {
      label: 'blames the pod where the pod violates the level',
      message: POD,
      why: /the pod itself violates .*host namespaces \(hostPID=true\)$/,
      hint: /kubectl-debug node\/n1/,
    },
    {
      label: 'sends a node pod to another namespace',
      message: POD,
      start: { mode: 'node', container: 'debugger' },
      why: /the namespace enforces/,
      hint: /-n kube-system$/,
    },
  ] as const)('$label', ({ message, why, hint, ...row }) => {
    const error = new ApiError({ method: 'PATCH', path: '/x' }, 403, { message, details: { kind: 'pods' } });
    const attempt = { action: 'do it', start: { ...start, ...('start' in row ? row.start : {}) } };
    expect(explainApiError(error, attempt)).toMatchObject({
      kind: 'pod-security',
      message: expect.stringMatching(why) as string,
      hint: expect.stringMatching(hint) as string,
    });
  });
});
