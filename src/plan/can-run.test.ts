import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting } from '../../test/builders/a-pod.ts';
import { refuseIfCannotRun } from './can-run.ts';

const FOR_EVER = [
  {
    label: 'a succeeded pod',
    pod: aPod({ phase: 'Succeeded' }),
    kind: 'pod-finished',
    why: 'it has finished (Succeeded), so nothing can start in it any more',
  },
  {
    label: 'a failed pod',
    pod: aPod({ phase: 'Failed' }),
    kind: 'pod-finished',
    why: 'it has finished (Failed), so nothing can start in it any more',
  },
  {
    label: 'a terminating pod, whatever its phase',
    pod: aPod({ phase: 'Failed', metadata: { deletionTimestamp: '2025-03-01T12:01:00Z' } }),
    kind: 'pod-terminating',
    why: 'it is being deleted',
  },
  {
    label: 'a static pod',
    pod: aPod({ metadata: { annotations: { 'kubernetes.io/config.mirror': '1234' } } }),
    kind: 'pod-static',
    why: 'it is a static pod: the node reads it from a file, and it takes no debug containers',
  },
];

const FOR_NOW = [
  {
    label: 'a pod without a node',
    pod: aPod({ isScheduled: false }),
    kind: 'pod-unscheduled',
    why: 'it has no node yet (Unschedulable)',
  },
  {
    label: 'a pod that the scheduler has not seen',
    pod: aPod({ isScheduled: false, status: { conditions: [] } }),
    kind: 'pod-unscheduled',
    why: 'it has no node yet',
  },
  {
    label: 'a crashed target',
    pod: aPod({ apps: [{ state: waiting('CrashLoopBackOff') }] }),
    kind: 'target-not-running',
    why: 'its container "app" is not running (CrashLoopBackOff)',
  },
  {
    label: 'a finished target',
    pod: aPod({ apps: [{ state: terminated(3) }, { name: 'other' }] }),
    kind: 'target-not-running',
    why: 'its container "app" is not running (Error, exit code 3)',
  },
  {
    label: 'a target without a status',
    pod: aPod({ apps: [{ hasStatus: false }] }),
    kind: 'target-not-running',
    why: 'its container "app" is not running (not started yet)',
  },
  {
    label: 'a finished init container as the target',
    pod: aPod({ apps: [{ name: 'main' }], inits: [{ name: 'app', state: terminated(0) }] }),
    kind: 'target-not-running',
    why: 'its container "app" is not running (Completed, exit code 0)',
  },
];

describe('refuseIfCannotRun', () => {
  it.each(FOR_EVER.flatMap((row) => [true, false].map((waits) => ({ ...row, waits }))))(
    'refuses $label (waits: $waits)',
    ({ pod, kind, why, waits }) => {
      expect(() => refuseIfCannotRun(pod, { target: undefined, waits })).toThrow(
        expect.objectContaining({ kind, message: `cannot debug shop/web-1: ${why}` }),
      );
    },
  );

  it.each(FOR_NOW)('refuses $label to who waits', ({ pod, kind, why }) => {
    expect(() => refuseIfCannotRun(pod, { target: 'app', waits: true })).toThrow(
      expect.objectContaining({ kind, message: `cannot debug shop/web-1: ${why}` }),
    );
  });

  it('tells who waits how to add the container all the same', () => {
    expect(() => refuseIfCannotRun(aPod({ isScheduled: false }), { target: undefined, waits: true })).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(
          /kubectl-debug pods web-1 -n shop --explain; .* --attach=false$/,
        ) as string,
      }),
    );
  });

  it.each(FOR_NOW)('only warns of $label who does not wait', ({ pod, why }) => {
    expect(refuseIfCannotRun(pod, { target: 'app', waits: false })).toEqual([
      `the debug container does not start yet in shop/web-1: ${why}`,
    ]);
  });

  it.each([
    { label: 'a running pod', pod: aPod(), target: undefined },
    { label: 'a running target', pod: aPod(), target: 'app' },
    {
      label: 'a running sidecar as the target',
      pod: aPod({ inits: [{ name: 'proxy', restartPolicy: 'Always' }] }),
      target: 'proxy',
    },
    {
      label: 'a pod with a crashed container that is not the target',
      pod: aPod({ apps: [{ state: waiting('CrashLoopBackOff') }] }),
      target: undefined,
    },
    { label: 'a target that the pod does not have', pod: aPod(), target: 'nope' },
    { label: 'a pod that still initializes', pod: aPod({ phase: 'Pending' }), target: undefined },
  ])('says nothing of $label', ({ pod, target }) => {
    expect(refuseIfCannotRun(pod, { target, waits: true })).toEqual([]);
  });
});
