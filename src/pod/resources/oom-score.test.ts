import { describe, expect, it } from 'vitest';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import { isNodeCritical, oomStandings } from './oom-score.ts';

/** The memory of the node on which these numbers were read from /proc/PID/oom_score_adj, in bytes. */
const CAPACITY = 24_684_084n * 1024n;
const requests = (memory: string) => ({ resources: { requests: { memory } } });
const SIDECAR = { name: 'proxy', restartPolicy: 'Always', ...requests('100Mi') };
const BURSTABLE = { status: { qosClass: 'Burstable' } };

function adjustments(options: PodOptions, capacity: bigint | undefined = CAPACITY) {
  const standings = oomStandings(aPod(options), capacity);
  return Object.fromEntries(standings.map(({ name, adjustment }) => [name, adjustment]));
}

describe('oomStandings', () => {
  it.each<PodOptions & { readonly label: string; readonly expected: Record<string, number | undefined> }>([
    {
      label: 'a sidecar as the app that requests least',
      inits: [SIDECAR],
      apps: [
        { name: 'big', ...requests('2Gi') },
        { name: 'small', ...requests('600Mi') },
      ],
      ...BURSTABLE,
      expected: { proxy: 976, big: 916, small: 976, '': 999 },
    },
    {
      label: 'a sidecar by its own request if that is more',
      inits: [{ ...SIDECAR, ...requests('2Gi') }],
      apps: [{ name: 'small', ...requests('600Mi') }],
      ...BURSTABLE,
      expected: { proxy: 916, small: 976, '': 999 },
    },
    {
      label: 'an init container not at all',
      inits: [{ name: 'setup', ...requests('2Gi') }],
      apps: [{ name: 'small', ...requests('600Mi') }],
      ...BURSTABLE,
      expected: { small: 976, '': 999 },
    },
    {
      label: 'containers by their share of what the pod requests',
      inits: [SIDECAR],
      apps: [{ name: 'app', ...requests('1Gi') }, { name: 'two' }],
      spec: { resources: { requests: { memory: '3Gi' }, limits: { memory: '4Gi' } } },
      ...BURSTABLE,
      expected: { proxy: 969, app: 931, two: 974, '': 974 },
    },
    {
      label: 'a limit without a request as the request',
      apps: [{ name: 'app', resources: { limits: { memory: '2Gi' } } }],
      ...BURSTABLE,
      expected: { app: 916, '': 999 },
    },
    {
      label: 'a pod that requests all of the node above the guaranteed ones',
      apps: [{ name: 'app', ...requests('30Gi') }],
      ...BURSTABLE,
      expected: { app: 3, '': 999 },
    },
    {
      label: 'all of a pod that requests nothing alike',
      inits: [{ name: 'proxy', restartPolicy: 'Always' }],
      expected: { proxy: 1000, app: 1000, '': 1000 },
    },
    {
      label: 'all of a guaranteed pod alike',
      apps: [{ resources: { limits: { memory: '40Mi', cpu: '100m' } } }],
      status: { qosClass: 'Guaranteed' },
      expected: { app: -997, '': -997 },
    },
    {
      label: 'a pod that the node cannot do without as guaranteed',
      spec: { priorityClassName: 'system-node-critical', priority: 2_000_001_000 },
      expected: { app: -997, '': -997 },
    },
  ])('counts $label', ({ expected, ...options }) => {
    expect(adjustments(options)).toEqual(expected);
  });

  it('puts the one that goes first in front, also without the memory of the node', () => {
    const pod = aPod({
      inits: [SIDECAR],
      apps: [
        { name: 'big', ...requests('2Gi') },
        { name: 'small', ...requests('600Mi') },
      ],
      ...BURSTABLE,
    });
    const standings = oomStandings(pod, undefined);
    expect(standings.map(({ name }) => name)).toEqual(['', 'proxy', 'small', 'big']);
    expect(standings.map(({ adjustment }) => adjustment)).toEqual(Array(4).fill(undefined));
  });
});

describe('isNodeCritical', () => {
  const CLASS = { priorityClassName: 'system-node-critical' };
  it.each<PodOptions & { readonly label: string; readonly expected: boolean }>([
    {
      label: 'a static pod of the class',
      metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } },
      spec: CLASS,
      expected: true,
    },
    { label: 'the class without its priority', spec: CLASS, expected: false },
    {
      label: 'the priority of another class',
      spec: { priority: 2_000_000_000, priorityClassName: 'system-cluster-critical' },
      expected: false,
    },
  ])('is $expected for $label', ({ expected, ...options }) => {
    expect(isNodeCritical(aPod(options))).toBe(expected);
  });
});
