import { expect, it } from 'vitest';
import { qosClass } from './qos-class.ts';

const FULL = { cpu: '1', memory: '1Gi' };

it.each([
  { label: 'no resources', resources: [{}, {}], expected: 'BestEffort' },
  {
    label: 'other resources',
    resources: [{ limits: { 'ephemeral-storage': '1Gi' } }],
    expected: 'BestEffort',
  },
  { label: 'limits alone', resources: [{ limits: FULL }], expected: 'Guaranteed' },
  {
    label: 'equal requests and limits',
    resources: [{ limits: FULL, requests: FULL }],
    expected: 'Guaranteed',
  },
  {
    label: 'smaller requests',
    resources: [{ limits: FULL, requests: { cpu: '1m' } }],
    expected: 'Burstable',
  },
  { label: 'one container without', resources: [{ limits: FULL }, {}], expected: 'Burstable' },
  { label: 'requests alone', resources: [{ requests: FULL }], expected: 'Burstable' },
])('gives a pod with $label the class $expected', ({ resources, expected }) => {
  const containers = resources.map((each, index) => ({ name: `c${index}`, resources: each }));
  expect(qosClass({ containers })).toBe(expected);
});
