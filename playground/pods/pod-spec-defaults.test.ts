import { describe, expect, it } from 'vitest';
import type { Container } from '../../src/pod/types.ts';
import { applyContainerDefaults, applySpecDefaults } from './pod-spec-defaults.ts';

describe('applyContainerDefaults', () => {
  it.each([
    { image: 'busybox', expected: 'Always' },
    { image: 'busybox:latest', expected: 'Always' },
    { image: 'busybox:1.36', expected: 'IfNotPresent' },
    { image: 'registry:5000/busybox', expected: 'Always' },
    { image: 'registry:5000/busybox:1', expected: 'IfNotPresent' },
    { image: 'busybox@sha256:0123', expected: 'IfNotPresent' },
    { image: 'busybox:latest@sha256:0123', expected: 'Always' },
  ])('pulls $image $expected', ({ image, expected }) => {
    const container: Container = { name: 'a', image };
    expect(applyContainerDefaults(container).imagePullPolicy).toBe(expected);
  });

  it('keeps what is there', () => {
    const container = { name: 'a', image: 'x', imagePullPolicy: 'Never', terminationMessagePolicy: 'File' };
    expect(applyContainerDefaults(container)).toMatchObject(container);
  });
});

describe('applySpecDefaults', () => {
  it('fills in what a server fills in, and keeps what is there', () => {
    const spec = applySpecDefaults({ containers: [{ name: 'a', image: 'x:1' }], restartPolicy: 'Never' });
    expect(spec).toMatchObject({
      restartPolicy: 'Never',
      dnsPolicy: 'ClusterFirst',
      schedulerName: 'default-scheduler',
      enableServiceLinks: true,
      terminationGracePeriodSeconds: 30,
      containers: [{ name: 'a', terminationMessagePath: '/dev/termination-log', resources: {} }],
    });
    expect(spec).not.toHaveProperty('initContainers');
  });
});
