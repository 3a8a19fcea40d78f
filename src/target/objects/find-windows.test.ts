import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import type { PodSpec } from '../../pod/types.ts';
import { findWindows, windowsOfNode } from './find-windows.ts';

const { signal } = new AbortController();
const WINDOWS = {
  metadata: { name: 'n1' },
  status: { nodeInfo: { operatingSystem: 'windows', kernelVersion: '10.0.20348.1' } },
};
const SAID: Partial<PodSpec> = { os: { name: 'windows' } };
const HINT: Partial<PodSpec> = { runtimeClassName: 'windows' };

describe('the Windows of a node', () => {
  it.each([
    { label: 'its status', node: WINDOWS, windows: { build: '20348' } },
    {
      label: 'its labels',
      node: {
        metadata: {
          name: 'n1',
          labels: { 'kubernetes.io/os': 'windows', 'node.kubernetes.io/windows-build': '10.0.26100' },
        },
      },
      windows: { build: '26100' },
    },
    {
      label: 'a label alone',
      node: { metadata: { name: 'n1', labels: { 'kubernetes.io/os': 'windows' } } },
      windows: { build: undefined },
    },
    {
      label: 'Linux',
      node: { metadata: { name: 'n1', labels: { 'kubernetes.io/os': 'linux' } } },
      windows: undefined,
    },
  ])('is read from $label', ({ node, windows }) => {
    expect(windowsOfNode(node)).toEqual(windows);
  });
});

describe('the Windows of a pod', () => {
  it.each([
    { label: 'a Linux pod', spec: {}, answer: WINDOWS, windows: undefined, asks: 0 },
    { label: 'a pod that says so', spec: SAID, answer: WINDOWS, windows: { build: '20348' }, asks: 1 },
    {
      label: 'one whose node says nothing',
      spec: SAID,
      answer: { metadata: { name: 'n1' } },
      windows: { build: undefined },
      asks: 1,
    },
    { label: 'one whose node is secret', spec: SAID, answer: 403, windows: { build: undefined }, asks: 1 },
    { label: 'a pod that hints at it', spec: HINT, answer: WINDOWS, windows: { build: '20348' }, asks: 1 },
    {
      label: 'a hint that the node denies',
      spec: HINT,
      answer: { metadata: { name: 'n1' } },
      windows: undefined,
      asks: 1,
    },
    { label: 'a hint, and a node that is secret', spec: HINT, answer: 403, windows: undefined, asks: 1 },
  ])('$label', async ({ spec, answer, windows, asks }) => {
    const { cluster, requests } = aCluster({
      json: ({ path }) => {
        if (typeof answer === 'number') throw new ApiError({ method: 'GET', path }, answer, {});
        return answer;
      },
    });
    expect(await findWindows(cluster, aPod({ spec: { nodeName: 'n1', ...spec } }), signal)).toEqual(windows);
    expect(requests).toHaveLength(asks);
  });
});
