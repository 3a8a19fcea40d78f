import { expect, it } from 'vitest';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import { privateTargetOf } from './private-target.ts';

const ephemerals = [{ name: 'dbg', targetContainerName: 'app' }, { name: 'other' }];

it.each<
  PodOptions & { readonly label: string; readonly container: string; readonly target: string | undefined }
>([
  { label: 'its target', container: 'dbg', target: 'app' },
  { label: 'none without a target', container: 'other', target: undefined },
  { label: 'none that the pod does not have', container: 'app', target: undefined },
  {
    label: 'none in a shared namespace',
    container: 'dbg',
    spec: { shareProcessNamespace: true },
    target: undefined,
  },
  { label: "none in the node's namespace", container: 'dbg', spec: { hostPID: true }, target: undefined },
])('finds $label', ({ container, target, ...options }) => {
  const pod = aPod({ ephemerals });
  expect(privateTargetOf({ ...pod, spec: { ...pod.spec, ...options.spec } }, container)).toBe(target);
});
