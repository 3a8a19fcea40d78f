import { expect, it } from 'vitest';
import { aPod } from '../../test/builders/a-pod.ts';
import { hasFinished } from './has-finished.ts';

it.each([
  { phase: 'Succeeded', expected: true },
  { phase: 'Failed', expected: true },
  { phase: 'Running', expected: false },
  { phase: 'Pending', expected: false },
  { phase: 'Unknown', expected: false },
])('is $expected for a pod in phase $phase', ({ phase, expected }) => {
  expect(hasFinished(aPod({ status: { phase } }))).toBe(expected);
});

it('is false for a pod without a status', () => {
  expect(hasFinished({ metadata: {}, spec: { containers: [] } })).toBe(false);
});
