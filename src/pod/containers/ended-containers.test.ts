import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { endedContainers, type EndedContainer } from './ended-containers.ts';

const RUNS: PodOptions = { apps: [{ name: 'app' }, { name: 'proxy' }] };

describe('endedContainers', () => {
  it.each<{ label: string; before?: PodOptions; now: PodOptions; ended: readonly EndedContainer[] }>([
    { label: 'nothing where all goes on', now: RUNS, ended: [] },
    {
      label: 'one that runs again',
      now: { apps: [{ name: 'app', restartCount: 1, lastState: terminated(1) }, { name: 'proxy' }] },
      ended: [{ name: 'app', exitCode: 1, isRestarted: true }],
    },
    {
      label: 'one that has ended for good',
      now: { apps: [{ name: 'app', state: terminated(137) }, { name: 'proxy' }] },
      ended: [{ name: 'app', exitCode: 137, isRestarted: false }],
    },
    {
      label: 'one that waits to be started again',
      now: {
        apps: [
          { name: 'app', state: waiting('CrashLoopBackOff'), restartCount: 2, lastState: terminated(2) },
          { name: 'proxy' },
        ],
      },
      ended: [{ name: 'app', exitCode: 2, isRestarted: true }],
    },
    {
      label: 'one that restarted earlier',
      before: { apps: [{ name: 'app', restartCount: 3, lastState: terminated(1) }] },
      now: { apps: [{ name: 'app', restartCount: 3, lastState: terminated(1), state: running() }] },
      ended: [],
    },
    {
      label: 'no debug container',
      before: { ephemerals: [{ name: 'dbg' }] },
      now: { ephemerals: [{ name: 'dbg', state: terminated(0) }] },
      ended: [],
    },
  ])('lists $label', ({ before = RUNS, now, ended }) => {
    expect(endedContainers(aPod(before), aPod(now))).toEqual(ended);
  });
});
