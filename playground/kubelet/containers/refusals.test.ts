import { expect, it } from 'vitest';
import { aPod, running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import type { ContainerStateFields } from '../../../src/pod/types.ts';
import { logTarget } from './refusals.ts';

const OLD = terminated(1, { containerID: 'containerd://old' });
const NEW = terminated(2, { containerID: 'containerd://new' });

it.each<{ state: ContainerStateFields; lastState?: ContainerStateFields; containerID: string }>([
  { state: running(), containerID: 'containerd://now' },
  { state: running(), lastState: OLD, containerID: 'containerd://now' },
  { state: NEW, lastState: OLD, containerID: 'containerd://new' },
  { state: waiting('CrashLoopBackOff'), lastState: OLD, containerID: 'containerd://old' },
])('reads the log of $containerID for $state', ({ containerID, ...app }) => {
  const pod = aPod({ apps: [{ containerID: 'containerd://now', ...app }] });
  expect(logTarget(pod, { container: 'app', isPrevious: false })).toEqual({ kind: 'log', containerID });
});

it.each([
  { reason: 'ContainerCreating', text: 'is waiting to start: ContainerCreating' },
  { reason: 'PodInitializing', text: 'is waiting to start: PodInitializing' },
  { reason: 'ErrImagePull', text: "is waiting to start: image can't be pulled" },
  { reason: 'ImagePullBackOff', text: 'is waiting to start: trying and failing to pull image' },
])('refuses the log of a container that waits for $reason', ({ reason, text }) => {
  const pod = aPod({ apps: [{ state: waiting(reason) }] });
  const message = `container "app" in pod "web-1" ${text}`;
  expect(logTarget(pod, { container: 'app', isPrevious: false })).toEqual({
    kind: 'refusal',
    code: 400,
    message,
  });
});

it('refuses the log of a container that the kubelet has not seen', () => {
  const pod = aPod({ ephemerals: [{ name: 'd0', hasStatus: false }] });
  const message = 'container "d0" in pod "web-1" is not available';
  expect(logTarget(pod, { container: 'd0', isPrevious: false })).toEqual({
    kind: 'refusal',
    code: 400,
    message,
  });
});

it('reads the log of the run before, if there was one', () => {
  const pod = aPod({ apps: [{ containerID: 'containerd://now', state: running(), lastState: OLD }] });
  expect(logTarget(pod, { container: 'app', isPrevious: true })).toEqual({
    kind: 'log',
    containerID: 'containerd://old',
  });
  expect(logTarget(aPod({ apps: [{ state: running() }] }), { container: 'app', isPrevious: true })).toEqual({
    kind: 'refusal',
    code: 400,
    message: 'previous terminated container "app" in pod "web-1" not found',
  });
});
