import { expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type ContainerOptions } from '../../../test/builders/a-pod.ts';
import { podPhase } from './pod-phase.ts';

const SIDECAR = { name: 'proxy', restartPolicy: 'Always' };
const CRASHING = { state: waiting('CrashLoopBackOff'), lastState: terminated(1), started: false };
const CREATING = { state: waiting('ContainerCreating'), started: false };

it.each<{
  label: string;
  policy?: string;
  inits?: readonly ContainerOptions[];
  apps: readonly ContainerOptions[];
  phase: string;
}>([
  { label: 'an app that is created', apps: [CREATING], phase: 'Pending' },
  { label: 'one of two apps runs', apps: [{}, CREATING], phase: 'Pending' },
  { label: 'all run', apps: [{}, {}], phase: 'Running' },
  { label: 'a crash loop', apps: [CRASHING], phase: 'Running' },
  { label: 'an end that is restarted', apps: [{ state: terminated(0) }], phase: 'Running' },
  { label: 'an init container runs', inits: [{ state: running() }], apps: [CREATING], phase: 'Pending' },
  { label: 'an init container crashes', inits: [CRASHING], apps: [CREATING], phase: 'Pending' },
  {
    label: 'an init container has failed',
    policy: 'Never',
    inits: [{ state: terminated(1) }],
    apps: [CREATING],
    phase: 'Failed',
  },
  { label: 'an init container is done', inits: [{ state: terminated(0) }], apps: [{}], phase: 'Running' },
  {
    label: 'a sidecar has not started',
    inits: [{ ...SIDECAR, started: false }],
    apps: [CREATING],
    phase: 'Pending',
  },
  { label: 'a sidecar runs', inits: [SIDECAR], apps: [{}], phase: 'Running' },
  {
    label: 'a sidecar outlives the app',
    policy: 'Never',
    inits: [SIDECAR],
    apps: [{ state: terminated(0) }],
    phase: 'Running',
  },
  {
    label: 'a sidecar was killed at the end',
    policy: 'Never',
    inits: [{ ...SIDECAR, state: terminated(137) }],
    apps: [{ state: terminated(0) }],
    phase: 'Succeeded',
  },
  {
    label: 'one app has failed',
    policy: 'Never',
    apps: [{ state: terminated(0) }, { state: terminated(1) }],
    phase: 'Failed',
  },
  {
    label: 'one app has failed and one runs',
    policy: 'Never',
    apps: [{}, { state: terminated(1) }],
    phase: 'Running',
  },
  {
    label: 'a failure that is restarted',
    policy: 'OnFailure',
    apps: [{ state: terminated(1) }],
    phase: 'Running',
  },
  {
    label: 'a success that is not',
    policy: 'OnFailure',
    apps: [{ state: terminated(0) }],
    phase: 'Succeeded',
  },
])('is $phase: $label', ({ policy = 'Always', inits = [], apps, phase }) => {
  const pod = aPod({ inits, apps, spec: { restartPolicy: policy } });
  const { containerStatuses: app = [], initContainerStatuses: init = [] } = pod.status ?? {};
  expect(podPhase(pod, { init, app, ephemeral: [] })).toBe(phase);
});
