import { expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { keeperCommand } from '../../pod/containers/keeper.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { fitToWindows, refuseOnWindows, windowsNotes } from './refuse-on-windows.ts';

const WINDOWS = aPod({ spec: { os: { name: 'windows' } } });
const LINUX = aPod({ spec: { os: { name: 'linux' } } });

it.each([
  { label: 'a capability', context: { capabilities: { add: ['SYS_PTRACE'] } }, field: 'capabilities' },
  { label: 'a user', context: { runAsUser: 0 }, field: 'runAsUser' },
])('refuses $label on Windows, by its field', ({ context, field }) => {
  const container = { name: 'dbg', image: 'tools', securityContext: context };
  expect(() => refuseOnWindows(WINDOWS, container, {})).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(field) }),
  );
  expect(() => refuseOnWindows(LINUX, container, {})).not.toThrow();
});

it.each([{}, { runAsNonRoot: true }, undefined])('lets %j pass on Windows', (context) => {
  const container = { name: 'dbg', ...(context && { securityContext: context }) };
  expect(() => refuseOnWindows(WINDOWS, container, {})).not.toThrow();
});

it('drops the envelope on Windows only, and takes the baseline profile if none was named', () => {
  const request = aDebugRequest({ envelope: { kind: 'at-once' }, adaptsProfile: true });
  expect(fitToWindows(WINDOWS, request)).toMatchObject({ profile: 'baseline', os: 'windows' });
  expect(fitToWindows(WINDOWS, request).envelope).toBeUndefined();
  expect(fitToWindows(LINUX, request)).toBe(request);
  expect(fitToWindows(LINUX, { ...request, os: 'windows' })).toMatchObject({ profile: 'baseline' });
  expect(fitToWindows(WINDOWS, { ...request, adaptsProfile: false }).profile).toBe(request.profile);
});

it('says in a session what is different, and nothing where there is none', () => {
  const request = aDebugRequest({ os: 'windows', attach: true });
  expect(windowsNotes(WINDOWS, request)).toEqual([expect.stringContaining('runs Windows: ')]);
  expect(windowsNotes(WINDOWS, { ...request, attach: false })).toEqual([]);
  expect(windowsNotes(LINUX, aDebugRequest({ attach: true }))).toEqual([]);
});

it.each([
  { label: 'a target', change: { target: 'app' }, says: 'the processes of another container' },
  { label: 'the root of the target', change: { rootfs: 'said' as const }, says: 'the files of another' },
  {
    label: 'a kept container',
    change: { command: keeperCommand(60_000), rootfs: 'quiet' as const },
    says: 'they need sh',
  },
])('refuses $label on Windows, and nowhere else', ({ change, says }) => {
  const request = aDebugRequest(change);
  expect(() => fitToWindows(WINDOWS, request)).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(says) }),
  );
  expect(fitToWindows(LINUX, request)).toBe(request);
});
