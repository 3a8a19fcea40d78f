import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { NOW, podFromNotation } from '../../../test/builders/pod-notation.ts';
import { matchesFilters } from './pod-filters.ts';

const HOUR = { kind: 'restarted-since', milliseconds: 3_600_000 } as const;

describe('matchesFilters', () => {
  it.each([
    { shape: 'c', flags: 'R Y', statuses: 'R', expected: false },
    { shape: 'c', flags: 'R y', statuses: 'R', expected: true },
    { shape: 'cc', flags: 'R Y', statuses: 'R r', expected: true },
    { shape: 's/c', flags: 'R I y', statuses: 'W:CrashLoopBackOff ; R', expected: true },
    { shape: 'c', flags: 'P', statuses: '∅', expected: true },
    { shape: 'c', flags: 'S y', statuses: 'T0:Completed', expected: false },
    { shape: 'c', flags: 'F y', statuses: 'T1:Error', expected: true },
  ])('finds not ready: $expected, in $shape, $flags, $statuses', ({ expected, ...notation }) => {
    expect(matchesFilters(podFromNotation(notation), [{ kind: 'not-ready' }], NOW)).toBe(expected);
  });

  const ended = (minutesAgo: number) =>
    terminated(1, { finishedAt: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString() });
  const startedAt = (minutesAgo: number) =>
    running(new Date(NOW.getTime() - minutesAgo * 60_000).toISOString());

  it.each([
    { label: 'never', app: { state: startedAt(5) }, expected: false },
    { label: '5m ago', app: { restartCount: 1, lastState: ended(5) }, expected: true },
    {
      label: '2h ago, and in back-off',
      app: { restartCount: 9, state: waiting('CrashLoopBackOff'), lastState: ended(120) },
      expected: false,
    },
    {
      label: '5m ago, ended long before',
      app: { restartCount: 1, state: startedAt(5), lastState: ended(120) },
      expected: true,
    },
    {
      label: '2h ago',
      app: { restartCount: 3, state: startedAt(119), lastState: ended(120) },
      expected: false,
    },
  ])('finds restarted within an hour: $expected, when it was $label', ({ app, expected }) => {
    expect(matchesFilters(aPod({ apps: [{}, app] }), [HOUR], NOW)).toBe(expected);
  });

  it.each([
    { kind: 'with-sidecars', inits: [{ restartPolicy: 'Always' }], expected: true },
    { kind: 'with-sidecars', inits: [{}], expected: false },
  ] as const)('finds $kind: $expected', ({ kind, expected, ...pod }) => {
    expect(matchesFilters(aPod(pod), [{ kind }], NOW)).toBe(expected);
  });

  const OURS = { managedFields: [{ manager: 'kubectl-debug', operation: 'Update' }] };
  const gone = terminated(0);
  it.each([
    { label: 'a debug container that runs', pod: { ephemerals: [{}] }, now: true, ever: true },
    { label: 'one that has ended', pod: { ephemerals: [{ state: gone }] }, now: false, ever: true },
    {
      label: 'one that never ran',
      pod: { ephemerals: [{ state: waiting('ImagePullBackOff') }] },
      now: false,
      ever: true,
    },
    { label: 'a copy whose image is another', pod: { metadata: OURS }, now: true, ever: true },
    {
      label: 'a copy that has ended',
      pod: { metadata: OURS, apps: [{ state: gone }] },
      now: false,
      ever: true,
    },
    { label: 'none', pod: {}, now: false, ever: false },
  ])('finds debugged with $label: now $now, ever $ever', ({ pod, now, ever }) => {
    const fits = (includesEnded: boolean) =>
      matchesFilters(aPod(pod), [{ kind: 'debugged', includesEnded }], NOW);
    expect([fits(false), fits(true)]).toEqual([now, ever]);
  });

  const DELETED = '2025-03-01T12:00:00Z';
  it.each([
    { phase: 'Running', finalizers: ['example.com/hold'], expected: true },
    { phase: 'Succeeded', finalizers: ['example.com/hold'], expected: true },
    { phase: 'Running', finalizers: [], expected: false },
  ])('finds not ready a $phase pod being deleted with $finalizers: $expected', ({ expected, ...pod }) => {
    const { phase, finalizers } = pod;
    const held = aPod({ phase, metadata: { deletionTimestamp: DELETED, finalizers } });
    expect(matchesFilters(held, [{ kind: 'not-ready' }], NOW)).toBe(expected);
  });

  it('shows what all filters ask for', () => {
    const both = [{ kind: 'with-sidecars' }, { kind: 'debugged', includesEnded: false }] as const;
    const sidecar = { inits: [{ restartPolicy: 'Always' }] };
    expect(matchesFilters(aPod(sidecar), both, NOW)).toBe(false);
    expect(matchesFilters(aPod({ ...sidecar, ephemerals: [{}] }), both, NOW)).toBe(true);
  });
});
