import { expect, it } from 'vitest';
import { aCondition, aPod, CREATED_AT, terminated } from '../../../test/builders/a-pod.ts';
import { readPod } from './read-pod.ts';

it('fills in the fields of a pod that only has a spec', () => {
  expect(readPod({ metadata: {}, spec: { containers: [{ name: 'app' }] } })).toEqual({
    phase: '',
    reason: '',
    isInitialized: false,
    isReady: false,
    isGated: false,
    isBeingDeleted: false,
    createdAt: undefined,
    appCount: 1,
    initCount: 0,
    sidecarCount: 0,
    inits: [],
    apps: [],
  });
});

it('reads conditions, counts and times', () => {
  const pod = aPod({
    inits: [{ name: 'setup' }, { name: 'proxy', restartPolicy: 'Always' }],
    metadata: { deletionTimestamp: CREATED_AT },
    status: {
      conditions: [aCondition('Ready', 'True'), aCondition('PodScheduled', 'False', 'SchedulingGated')],
    },
  });
  expect(readPod(pod)).toMatchObject({
    isReady: true,
    isInitialized: false,
    isGated: true,
    isBeingDeleted: true,
    initCount: 2,
    sidecarCount: 1,
  });
});

it('knows sidecars by the spec, and the end of the run before', () => {
  const pod = aPod({
    inits: [
      { name: 'proxy', restartPolicy: 'Always', lastState: terminated(1), started: false },
      { name: 'setup' },
    ],
  });
  const [proxy, setup] = readPod(pod).inits;
  expect(proxy).toMatchObject({ isSidecar: true, isStarted: false, lastEndedAt: new Date(CREATED_AT) });
  expect(setup).toMatchObject({ isSidecar: false, isStarted: true, lastEndedAt: undefined });
  expect(setup?.state).toEqual({ kind: 'running', startedAt: new Date(CREATED_AT) });
});
