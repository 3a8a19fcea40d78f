import { expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { refuseOnWindows, withoutEnvelopeOnWindows } from './refuse-on-windows.ts';

const WINDOWS = aPod({ spec: { os: { name: 'windows' } } });
const LINUX = aPod({ spec: { os: { name: 'linux' } } });

it.each([
  { label: 'a capability', context: { capabilities: { add: ['SYS_PTRACE'] } }, field: 'capabilities' },
  { label: 'a user', context: { runAsUser: 0 }, field: 'runAsUser' },
])('refuses $label on Windows, by its field', ({ context, field }) => {
  const container = { name: 'dbg', image: 'tools', securityContext: context };
  expect(() => refuseOnWindows(WINDOWS, container)).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(field) }),
  );
  expect(() => refuseOnWindows(LINUX, container)).not.toThrow();
});

it.each([{}, { runAsNonRoot: true }, undefined])('lets %j pass on Windows', (context) => {
  const container = { name: 'dbg', ...(context && { securityContext: context }) };
  expect(() => refuseOnWindows(WINDOWS, container)).not.toThrow();
});

it('drops the envelope on Windows only', () => {
  const request = aDebugRequest({ envelope: { kind: 'at-once' } });
  expect(withoutEnvelopeOnWindows(WINDOWS, request).envelope).toBeUndefined();
  expect(withoutEnvelopeOnWindows(LINUX, request).envelope).toEqual({ kind: 'at-once' });
});
