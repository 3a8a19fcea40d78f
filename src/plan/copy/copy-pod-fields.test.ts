import { describe, expect, it } from 'vitest';
import { aPodCopyRequest, KEEP_DEFAULTS } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { copyPodMetadata, copyPodSpec, stripCopy } from './copy-pod-fields.ts';

describe('copyPodSpec', () => {
  const { spec } = aPod({
    apps: [{ name: 'web' }, { name: 'log' }],
    inits: [{ name: 'setup' }],
    ephemerals: [{}],
  });
  const images = (request: Parameters<typeof aPodCopyRequest>[0]) =>
    copyPodSpec(spec, aPodCopyRequest(request)).containers.map(({ image }) => image);

  it.each([
    { setImages: [], expected: ['registry.example/app:1', 'registry.example/app:1'] },
    { setImages: [['web', 'new']], expected: ['new', 'registry.example/app:1'] },
    {
      setImages: [
        ['*', 'all'],
        ['web', 'new'],
      ],
      expected: ['new', 'all'],
    },
    {
      setImages: [
        ['setup', 'new'],
        ['gone', 'new'],
      ],
      expected: ['registry.example/app:1', 'registry.example/app:1'],
    },
  ] as const)('sets the images $setImages', ({ setImages, expected }) => {
    expect(images({ setImages: new Map(setImages) })).toEqual(expected);
  });

  it('drops ephemeral containers, and the node unless it is kept', () => {
    const placed = { ...spec, nodeName: 'n1' };
    expect(copyPodSpec(placed, aPodCopyRequest())).not.toHaveProperty('ephemeralContainers');
    expect(copyPodSpec(placed, aPodCopyRequest())).not.toHaveProperty('nodeName');
    expect(copyPodSpec(placed, aPodCopyRequest({ sameNode: true })).nodeName).toBe('n1');
    expect(copyPodSpec(spec, aPodCopyRequest({ shareProcesses: false })).shareProcessNamespace).toBe(false);
  });
});

it('copies labels and annotations, but no owner and no uid', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' };
  const pod = aPod({ metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, ownerReferences: [owner] } });
  expect(copyPodMetadata(pod, 'copy')).toEqual({
    name: 'copy',
    namespace: 'shop',
    labels: { a: 'b' },
    annotations: { c: 'd' },
  });
});

describe('stripCopy', () => {
  const probe = { tcpSocket: { port: 80 } };
  const pod = aPod({
    apps: [{ livenessProbe: probe, readinessProbe: probe }],
    inits: [{ name: 'setup', livenessProbe: probe }],
    metadata: { labels: { a: 'b' }, annotations: { c: 'd' } },
  });
  it.each([
    {
      strips: 'labels',
      keep: { ...KEEP_DEFAULTS, labels: true },
      left: { annotations: true, probes: 2, inits: 1 },
    },
    { strips: 'unless-kept', keep: KEEP_DEFAULTS, left: { annotations: false, probes: 0, inits: 1 } },
    {
      strips: 'unless-kept',
      keep: { ...KEEP_DEFAULTS, annotations: true, liveness: true, initContainers: false },
      left: { annotations: true, probes: 1, inits: 0 },
    },
  ] as const)('leaves $left with $strips', ({ strips, keep, left }) => {
    const { metadata, spec } = stripCopy(pod, strips, keep);
    const [app] = spec.containers;
    expect(metadata.labels).toBeUndefined();
    expect({
      annotations: metadata.annotations !== undefined,
      probes: [app?.livenessProbe, app?.readinessProbe].filter((each) => each !== undefined).length,
      inits: spec.initContainers?.length ?? 0,
    }).toEqual(left);
  });
});
