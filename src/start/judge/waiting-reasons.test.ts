import { expect, it } from 'vitest';
import { judgeWaitingReason } from './waiting-reasons.ts';

it.each([
  { reason: '', expected: { kind: 'progress' } },
  { reason: 'ContainerCreating', expected: { kind: 'progress' } },
  { reason: 'RegistryUnavailable', expected: { kind: 'progress' } },
  { reason: 'SomethingNew', expected: { kind: 'progress' } },
  { reason: 'toString', expected: { kind: 'progress' } },
  { reason: 'ErrImagePull', expected: { kind: 'image' } },
  { reason: 'ImagePullBackOff', expected: { kind: 'image' } },
  { reason: 'InvalidImageName', expected: { kind: 'fail', afterMs: 0 } },
  { reason: 'CreateContainerConfigError', expected: { kind: 'fail', afterMs: 30_000 } },
  { reason: 'CreateContainerError', expected: { kind: 'fail', afterMs: 60_000 } },
])('judges "$reason" as $expected', ({ reason, expected }) => {
  expect(judgeWaitingReason(reason)).toEqual(expected);
});
