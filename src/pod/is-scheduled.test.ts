import { expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { isScheduled } from './is-scheduled.ts';

it.each([
  { label: 'a pod with a node', pod: aPod({ spec: { nodeName: 'n1' } }), expected: true },
  { label: 'a pod with an empty node name', pod: aPod({ spec: { nodeName: '' } }), expected: false },
  { label: 'a pod without a node', pod: aPod({ isScheduled: false }), expected: false },
])('is $expected for $label', ({ pod, expected }) => {
  expect(isScheduled(pod)).toBe(expected);
});
