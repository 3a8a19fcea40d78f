import { expect, it } from 'vitest';
import { findTargetType } from './target-types.ts';

it.each([
  { text: 'deploy', expected: 'deployment' },
  { text: 'Deployments', expected: 'deployment' },
  { text: 'deployments.apps', expected: 'deployment' },
  { text: 'deployments.v1.apps', expected: 'deployment' },
  { text: 'pods.', expected: 'pod' },
  { text: 'pods.v1.', expected: 'pod' },
  { text: 'po', expected: 'pod' },
  { text: 'Node', expected: 'node' },
  { text: 'PO', expected: undefined },
  { text: 'deployments.batch', expected: undefined },
  { text: 'deployments.v2.apps', expected: undefined },
  { text: 'pods.v1', expected: undefined },
  { text: 'secret', expected: undefined },
  { text: '', expected: undefined },
])('reads "$text" as $expected', ({ text, expected }) => {
  expect(findTargetType(text)).toBe(expected);
});
