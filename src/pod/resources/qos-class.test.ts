import { describe, expect, it } from 'vitest';
import { aPod, type ContainerOptions } from '../../../test/builders/a-pod.ts';
import { qosClass } from './qos-class.ts';
import type { ResourceRequirements } from '../types.ts';

const SAME = { cpu: '1', memory: '1Gi' };
const GUARANTEED: ResourceRequirements = { requests: SAME, limits: { cpu: '1000m', memory: '1024Mi' } };
const ZEROS: ResourceRequirements = { requests: { cpu: '0', memory: '0' }, limits: { cpu: '0' } };

interface Case {
  readonly label: string;
  readonly app?: ResourceRequirements;
  readonly inits?: readonly ContainerOptions[];
  readonly podLevel?: ResourceRequirements;
  readonly expected: string;
}

const sidecar = (resources: ResourceRequirements) => [{ restartPolicy: 'Always', resources }];

describe('qosClass', () => {
  it.each<Case>([
    { label: 'requests like limits', app: GUARANTEED, expected: 'Guaranteed' },
    { label: 'a sidecar like the app', app: GUARANTEED, inits: sidecar(GUARANTEED), expected: 'Guaranteed' },
    { label: 'a sidecar without', app: GUARANTEED, inits: sidecar({}), expected: 'Burstable' },
    { label: 'an init container without', app: GUARANTEED, inits: [{}], expected: 'Burstable' },
    { label: 'nothing', expected: 'BestEffort' },
    { label: 'a sidecar that asks', inits: sidecar({ requests: { memory: '1Mi' } }), expected: 'Burstable' },
    { label: 'storage alone', app: { requests: { 'ephemeral-storage': '1Gi' } }, expected: 'BestEffort' },
    { label: 'zeros', app: ZEROS, expected: 'BestEffort' },
    { label: 'limits alone', app: { limits: SAME }, expected: 'Guaranteed' },
    { label: 'the pod as a whole', podLevel: GUARANTEED, expected: 'Guaranteed' },
    { label: 'the cpu of the pod', podLevel: { requests: { cpu: '1' } }, expected: 'Burstable' },
    { label: 'zeros of the pod', app: GUARANTEED, podLevel: ZEROS, expected: 'BestEffort' },
    { label: 'an empty set of the pod', app: GUARANTEED, podLevel: {}, expected: 'Guaranteed' },
  ])('is $expected for $label', ({ app = {}, inits = [], podLevel, expected }) => {
    const spec = podLevel === undefined ? {} : { resources: podLevel };
    const pod = aPod({ apps: [{ resources: app }], inits, ephemerals: [{}], spec, status: { qosClass: '' } });
    expect(qosClass(pod)).toBe(expected);
  });

  it('is what the server says where it says something', () => {
    expect(qosClass(aPod({ status: { qosClass: 'Burstable' } }))).toBe('Burstable');
  });
});
