import { expect, it } from 'vitest';
import { aCondition, aPod, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { readInitialization } from './initialization.ts';
import { readPod } from './read-pod.ts';
import { statusWord } from './status-word.ts';

const DELETED = { deletionTimestamp: '2025-03-01T12:00:00Z' };
const GATED = aCondition('PodScheduled', 'False', 'SchedulingGated');
const COMPLETED = { name: 'job', state: terminated(0) };

it.each<{ label: string; options: PodOptions; expected: string }>([
  { label: 'a healthy pod', options: {}, expected: 'Running' },
  {
    label: 'a crashing app',
    options: { apps: [{ state: waiting('CrashLoopBackOff') }] },
    expected: 'CrashLoopBackOff',
  },
  {
    label: 'a pod with scheduling gates',
    options: { isScheduled: false, status: { conditions: [GATED] } },
    expected: 'SchedulingGated',
  },
  { label: 'a pod without a node', options: { isScheduled: false }, expected: 'Pending' },
  {
    label: 'an evicted pod',
    options: { apps: [{ hasStatus: false }], status: { phase: 'Failed', reason: 'Evicted' } },
    expected: 'Evicted',
  },
  {
    label: 'an app that completed beside one that runs',
    options: { apps: [COMPLETED, {}] },
    expected: 'Running',
  },
  {
    label: 'the same in a pod that is not ready',
    options: { apps: [COMPLETED, {}], status: { conditions: [aCondition('Ready', 'False')] } },
    expected: 'NotReady',
  },
  {
    label: 'an app that completed beside one that failed',
    options: { apps: [COMPLETED, { state: terminated(1) }] },
    expected: 'Error',
  },
  { label: 'apps that all completed', options: { apps: [COMPLETED] }, expected: 'Completed' },
  { label: 'a pod that is being deleted', options: { metadata: DELETED }, expected: 'Terminating' },
  {
    label: 'a pod on a lost node',
    options: { metadata: DELETED, status: { reason: 'NodeLost' } },
    expected: 'Unknown',
  },
  {
    label: 'a blocked start',
    options: { inits: [{ state: waiting('PodInitializing') }], status: { conditions: [] } },
    expected: 'Init:0/1',
  },
])('is $expected for $label', ({ options, expected }) => {
  const pod = readPod(aPod(options));
  expect(statusWord(pod, readInitialization(pod))).toBe(expected);
});
