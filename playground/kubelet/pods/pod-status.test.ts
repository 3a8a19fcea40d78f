import { expect, it } from 'vitest';
import { aCondition, aPod, type PodOptions, terminated, waiting } from '../../../test/builders/a-pod.ts';
import type { PodStatus } from '../../../src/pod/types.ts';
import { podStatus } from './pod-status.ts';

const NOW = '2025-03-01T12:30:00Z';
const FACTS = { podIP: '10.244.0.2', startTime: '2025-03-01T12:00:00Z', observedGeneration: 3 };

function statusOf(options: PodOptions, before: PodStatus = {}): PodStatus {
  const pod = aPod(options);
  const { containerStatuses: app = [], initContainerStatuses: init = [] } = pod.status ?? {};
  return podStatus({ pod, statuses: { init, app, ephemeral: [] }, facts: FACTS, now: NOW }, before);
}

function condition(status: PodStatus, type: string) {
  return status.conditions?.find((one) => one.type === type);
}

it('keeps what the API server wrote and sorts the containers by name', () => {
  const status = statusOf({ apps: [{ name: 'web' }, { name: 'log' }] }, { qosClass: 'Burstable' });
  expect(status).toMatchObject({
    ...FACTS,
    qosClass: 'Burstable',
    phase: 'Running',
    podIPs: [{ ip: FACTS.podIP }],
  });
  expect(status.containerStatuses?.map(({ name }) => name)).toEqual(['log', 'web']);
});

it.each<{ label: string; options: PodOptions; type: string; expected: object }>([
  {
    label: 'an init container that runs',
    options: { inits: [{ name: 'prepare' }], apps: [{ state: waiting('PodInitializing') }] },
    type: 'Initialized',
    expected: {
      status: 'False',
      reason: 'ContainersNotInitialized',
      message: 'containers with incomplete status: [prepare]',
    },
  },
  {
    label: 'an app and a sidecar that are not ready',
    options: {
      inits: [{ name: 'proxy', restartPolicy: 'Always', ready: false }],
      apps: [{ ready: false }, {}],
    },
    type: 'ContainersReady',
    expected: {
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [proxy app]',
    },
  },
  {
    label: 'a pod that has succeeded',
    options: { apps: [{ state: terminated(0) }], spec: { restartPolicy: 'Never' } },
    type: 'Ready',
    expected: { status: 'False', reason: 'PodCompleted' },
  },
  {
    label: 'a readiness gate that nobody has set',
    options: { spec: { readinessGates: [{ conditionType: 'example.com/gate' }] } },
    type: 'Ready',
    expected: { status: 'False', reason: 'ReadinessGatesNotReady' },
  },
  { label: 'a healthy pod', options: {}, type: 'Ready', expected: { status: 'True' } },
])('tells $type of $label', ({ options, type, expected }) => {
  expect(condition(statusOf(options), type)).toMatchObject(expected);
});

it('is ready by a gate that somebody has set, and keeps that condition', () => {
  const gate = aCondition('example.com/gate', 'True');
  const options = { spec: { readinessGates: [{ conditionType: gate.type }] } };
  const status = statusOf(options, { conditions: [gate] });
  expect(condition(status, 'Ready')?.status).toBe('True');
  expect(condition(status, gate.type)).toEqual(gate);
});

it('stamps a condition anew only when its status has changed', () => {
  const earlier = '2025-03-01T12:00:05Z';
  const conditions = [
    { ...aCondition('Initialized', 'True'), lastTransitionTime: earlier },
    { ...aCondition('Ready', 'False'), lastTransitionTime: earlier },
  ];
  const status = statusOf({}, { conditions });
  expect(condition(status, 'Initialized')).toMatchObject({ lastTransitionTime: earlier });
  expect(condition(status, 'Ready')).toMatchObject({ lastTransitionTime: NOW });
});
