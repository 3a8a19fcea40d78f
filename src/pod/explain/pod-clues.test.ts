import { describe, expect, it } from 'vitest';
import {
  answerOfProbe,
  fatalProbeOf,
  preStopFailureOf,
  pullFailureOf,
  sandboxFailureOf,
} from './pod-clues.ts';
import type { KubernetesEvent } from '../types.ts';

const event = (reason: string, message: string, minute = 0, container = 'app'): KubernetesEvent => ({
  metadata: {},
  involvedObject: { fieldPath: `spec.containers{${container}}` },
  reason,
  message,
  lastTimestamp: `2025-03-01T12:${String(minute).padStart(2, '0')}:00Z`,
});
const clues = (...events: readonly KubernetesEvent[]) => ({
  events,
  lastLines: new Map<string, readonly string[]>(),
});
const end = {
  kind: 'terminated',
  exitCode: 137,
  signal: 0,
  reason: 'Error',
  message: '',
  startedAt: new Date('2025-03-01T12:00:00Z'),
  finishedAt: undefined,
} as const;

describe('fatalProbeOf', () => {
  const KILLING = event('Killing', 'Container app failed liveness probe, will be restarted', 5);
  it.each([
    { label: 'no event', events: [], expected: undefined },
    {
      label: 'an end by deletion',
      events: [event('Killing', 'Stopping container app', 5)],
      expected: undefined,
    },
    { label: 'a failed probe', events: [KILLING], expected: { kind: 'liveness', answer: '' } },
    {
      label: 'the answer of the last failure',
      events: [
        event('Unhealthy', 'Liveness probe failed: 503', 4),
        event('Unhealthy', 'Liveness probe failed: 500', 3),
        KILLING,
      ],
      expected: { kind: 'liveness', answer: '503' },
    },
    {
      label: 'a startup probe',
      events: [event('Killing', 'Container app failed startup probe, will be restarted', 5)],
      expected: { kind: 'startup', answer: '' },
    },
    {
      label: 'another container',
      events: [event('Killing', 'failed liveness probe', 5, 'web')],
      expected: undefined,
    },
  ])('is $expected with $label', ({ events, expected }) => {
    expect(fatalProbeOf(clues(...events), { name: 'app', end })).toEqual(expected);
  });

  it('ignores events from before the run', () => {
    const later = { ...end, startedAt: new Date('2025-03-01T12:30:00Z') };
    expect(fatalProbeOf(clues(KILLING), { name: 'app', end: later })).toBeUndefined();
  });
});

it('reads the last answer of a probe since the start of the run', () => {
  const events = [
    event('Unhealthy', 'Readiness probe failed: old', 1),
    event('Unhealthy', 'Readiness probe errored and resulted in unknown state: rpc error', 9),
    event('Unhealthy', 'Liveness probe failed: other', 10),
  ];
  const answer = (minute: number) =>
    answerOfProbe(clues(...events), 'readiness', {
      name: 'app',
      since: new Date(Date.UTC(2025, 2, 1, 12, minute)),
    });
  expect([answer(0), answer(9), answer(10)]).toEqual(['rpc error', 'rpc error', '']);
});

it('finds the failures of hooks, pulls and sandboxes by reason', () => {
  const hook = event('FailedPreStopHook', 'hook failed');
  const pull = event('Failed', 'Failed to pull image "x"');
  const mount = event('FailedMount', 'no volume');
  const all = clues(hook, pull, mount, event('Failed', 'Error: ErrImage'));
  expect(preStopFailureOf(all, 'app')).toBe('hook failed');
  expect(pullFailureOf(all, 'app')).toBe('Failed to pull image "x"');
  expect(sandboxFailureOf(all)).toBe(mount);
  expect([
    preStopFailureOf(clues(), 'app'),
    pullFailureOf(clues(), 'app'),
    sandboxFailureOf(clues()),
  ]).toEqual(['', '', undefined]);
});
