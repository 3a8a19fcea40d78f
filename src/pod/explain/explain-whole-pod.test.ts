import { describe, expect, it } from 'vitest';
import { aCondition, aPod, terminated, type PodOptions } from '../../../test/builders/a-pod.ts';
import { readContainerFacts } from './container-facts.ts';
import {
  explainHeldJob,
  explainReadinessGates,
  explainWholePod,
  findMissingSandbox,
} from './explain-whole-pod.ts';
import { NO_CLUES } from './pod-clues.ts';

const around = { restartPolicy: 'Always', now: new Date('2025-03-01T12:01:00Z'), clues: NO_CLUES };

it.each<{ label: string; options: PodOptions; expected: readonly string[] }>([
  { label: 'a healthy pod', options: {}, expected: [] },
  {
    label: 'a pod within its grace period',
    options: { metadata: { deletionTimestamp: '2025-03-01T12:01:20Z', deletionGracePeriodSeconds: 30 } },
    expected: [
      'it is being deleted: its containers have 20s left of their grace period of 30s',
      'app container "app" still runs, as its node last reported',
    ],
  },
  {
    label: 'a pod with a finalizer and nothing that runs',
    options: {
      apps: [{ state: terminated(0) }],
      metadata: { deletionTimestamp: '2025-03-01T12:00:00Z', finalizers: ['a.io/b'] },
    },
    expected: ['it is being deleted', 'it stays until its finalizers are removed: a.io/b'],
  },
  {
    label: 'an evicted pod',
    options: { status: { reason: 'Evicted', message: 'low on memory' } },
    expected: ['the pod as a whole says Evicted: low on memory'],
  },
  {
    label: 'a pod that no node takes',
    options: { isScheduled: false },
    expected: ['no node takes it'],
  },
  {
    label: 'a pod that the scheduler has not seen',
    options: { isScheduled: false, status: { conditions: [] } },
    expected: ['the scheduler has not chosen a node for it yet'],
  },
])('explains $label', ({ options, expected }) => {
  const pod = aPod(options);
  expect(explainWholePod(pod, readContainerFacts(pod), around)).toEqual(expected);
});

describe('findMissingSandbox', () => {
  const EVENT = { metadata: {}, involvedObject: {}, reason: 'FailedMount', message: 'no volume' };
  const pending = (conditions: readonly ReturnType<typeof aCondition>[]) =>
    aPod({ status: { phase: 'Pending', conditions } });
  const notReady = pending([aCondition('PodReadyToStartContainers', 'False')]);
  it.each([
    { label: 'a pod that runs', pod: aPod(), events: [EVENT], expected: undefined },
    {
      label: 'a pod without a node',
      pod: aPod({ isScheduled: false }),
      events: [EVENT],
      expected: undefined,
    },
    { label: 'the condition alone', pod: notReady, events: [], expected: { why: undefined } },
    { label: 'the condition and an event', pod: notReady, events: [EVENT], expected: { why: EVENT } },
    { label: 'an event of an old kubelet', pod: pending([]), events: [EVENT], expected: { why: EVENT } },
    { label: 'neither', pod: pending([]), events: [], expected: undefined },
    {
      label: 'an event that is over',
      pod: pending([aCondition('PodReadyToStartContainers', 'True')]),
      events: [EVENT],
      expected: undefined,
    },
  ])('finds $expected with $label', ({ pod, events, expected }) => {
    expect(findMissingSandbox(pod, { events, lastLines: new Map() })).toEqual(expected);
  });
});

it('names the app that keeps a Job from completing', () => {
  const job = { apiVersion: 'batch/v1', kind: 'Job', name: 'sum', uid: 'u' };
  const pod = aPod({
    apps: [{ name: 'main', state: terminated(0) }, { name: 'proxy' }],
    metadata: { ownerReferences: [job] },
    spec: { restartPolicy: 'Never' },
  });
  const explain = (each: typeof pod) => explainHeldJob(each, readContainerFacts(each));
  expect(explain(pod)).toEqual([
    expect.stringMatching(/^app container "proxy" still runs, so Job "sum" does not complete; /),
  ]);
  expect(explain({ ...pod, metadata: {} })).toEqual([]);
});

it('explains readiness gates that are not true', () => {
  const readinessGates = ['a', 'b', 'c'].map((conditionType) => ({ conditionType }));
  const conditions = [aCondition('a', 'True'), aCondition('b', 'False')];
  expect(explainReadinessGates(aPod({ spec: { readinessGates }, status: { conditions } }))).toEqual([
    'its readiness gate "b" is False',
    'its readiness gate "c" has not been answered yet',
  ]);
});
