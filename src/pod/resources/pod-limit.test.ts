import { describe, expect, it } from 'vitest';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import { podMemoryLimit } from './pod-limit.ts';

const limit = (memory: string) => ({ resources: { limits: { memory } } });
const MI = 1024n * 1024n;

describe('podMemoryLimit', () => {
  it.each<PodOptions & { readonly label: string; readonly expected: object }>([
    {
      label: 'the sum of apps and sidecars',
      inits: [{ name: 'proxy', restartPolicy: 'Always', ...limit('10Mi') }],
      apps: [limit('30Mi'), limit('20Mi')],
      expected: { kind: 'bytes', bytes: 60n * MI },
    },
    {
      label: 'that of the pod',
      apps: [limit('30Mi'), {}],
      spec: { resources: { limits: { memory: '100Mi' } } },
      expected: { kind: 'bytes', bytes: 100n * MI },
    },
    {
      label: 'that of an init container which needs more than the apps',
      inits: [{ name: 'setup', ...limit('90Mi') }],
      apps: [limit('30Mi')],
      expected: { kind: 'bytes', bytes: 90n * MI },
    },
    {
      label: 'none if an init container has none',
      inits: [{ name: 'setup' }],
      apps: [limit('30Mi')],
      expected: { kind: 'none', without: ['setup'] },
    },
    {
      label: 'none if the limit of an app is zero, which means none',
      apps: [limit('0'), limit('30Mi')],
      expected: { kind: 'none', without: ['app'] },
    },
    {
      label: 'none for a limit of the pod on CPU only',
      apps: [{}],
      spec: { resources: { limits: { cpu: '1' } } },
      expected: { kind: 'none', without: ['app'] },
    },
    {
      label: 'the same with a debug container, which has none',
      apps: [limit('30Mi')],
      ephemerals: [{ name: 'dbg' }],
      expected: { kind: 'bytes', bytes: 30n * MI },
    },
  ])('is $label', ({ expected, ...options }) => {
    expect(podMemoryLimit(aPod(options))).toEqual(expected);
  });
});
