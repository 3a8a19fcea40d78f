import { describe, expect, it } from 'vitest';
import { aPod, type ContainerOptions } from '../../../test/builders/a-pod.ts';
import { effectiveResources } from './effective-resources.ts';
import { quantityText } from './quantity.ts';
import type { ResourceList } from './resource-list.ts';
import type { ContainerStatus, Pod, PodSpec, ResourceRequirements } from '../types.ts';

type Field = 'requests' | 'limits';

interface Sizes {
  readonly spec: Readonly<Record<string, string>>;
  readonly allocated?: string;
  readonly actuated?: string;
}

/** `cpu/memory/ephemeral-storage`, with `-` for none; behind `|` what is allocated, then what is actuated. */
function sizesOf(text: string): Sizes {
  const [spec = '', allocated, actuated] = text.split('|');
  const names = ['cpu', 'memory', 'ephemeral-storage'];
  const entries = spec
    .split('/')
    .flatMap((size, index) => (size === '-' ? [] : [[names[index] ?? '', size]]));
  return {
    spec: Object.fromEntries(entries),
    ...(allocated !== undefined && { allocated }),
    ...(actuated !== undefined && { actuated }),
  };
}

function containerOf(
  word: string,
  field: Field,
): { readonly role: string; readonly options: ContainerOptions } {
  const [role = '', text = ''] = word.split(':');
  const options = { resources: { [field]: sizesOf(text).spec } };
  return { role, options: { ...options, ...(role === 's' && { restartPolicy: 'Always' }) } };
}

/** The node's part of a container's status, as far as the word tells it. */
function withSizes(
  statuses: readonly ContainerStatus[] = [],
  words: readonly string[] = [],
): ContainerStatus[] {
  return statuses.map((status, index) => {
    const { allocated, actuated } = sizesOf(words[index]?.split(':')[1] ?? '');
    return {
      ...status,
      ...(allocated !== undefined && { allocatedResources: { cpu: allocated } }),
      ...(actuated !== undefined && { resources: { requests: { cpu: actuated } } }),
    };
  });
}

interface Case {
  readonly pod: string;
  readonly field?: Field;
  readonly podLevel?: string;
  readonly overhead?: string;
  readonly resize?: string;
}

function buildPod({ pod, field = 'requests', podLevel, overhead, resize }: Case): Pod {
  const words = pod.split(' ');
  const isApp = (word: string): boolean => word.startsWith('c');
  const [apps, inits] = [words.filter(isApp), words.filter((word) => !isApp(word))];
  const resources: ResourceRequirements = podLevel === undefined ? {} : { [field]: sizesOf(podLevel).spec };
  const spec: Partial<PodSpec> = {
    resources,
    ...(overhead !== undefined && { overhead: sizesOf(overhead).spec }),
  };
  const built = aPod({
    apps: apps.map((word) => containerOf(word, field).options),
    inits: inits.map((word) => containerOf(word, field).options),
    spec,
  });
  const conditions =
    resize === undefined ? [] : [{ type: 'PodResizePending', status: 'True', reason: resize }];
  const { containerStatuses, initContainerStatuses } = built.status ?? {};
  return {
    ...built,
    status: {
      conditions,
      containerStatuses: withSizes(containerStatuses, apps),
      initContainerStatuses: withSizes(initContainerStatuses, inits),
    },
  };
}

function textOf(list: ResourceList): Readonly<Record<string, string>> {
  return Object.fromEntries([...list].map(([name, quantity]) => [name, quantityText(quantity)]));
}

describe('effectiveResources', () => {
  it.each<Case & { readonly expected: Readonly<Record<string, string>> }>([
    { pod: 'c:100m c:200m', expected: { cpu: '300m' } },
    { pod: 'i:1 c:100m c:200m', expected: { cpu: '1' } },
    { pod: 'i:500m i:400m c:300m c:300m', expected: { cpu: '600m' } },
    { pod: 's:200m c:300m', expected: { cpu: '500m' } },
    { pod: 'i:600m s:200m c:300m', expected: { cpu: '600m' } },
    { pod: 's:200m i:600m c:300m', expected: { cpu: '800m' } },
    { pod: 'i:600m s:200m i:350m s:100m c:250m', expected: { cpu: '600m' } },
    { pod: 'i:1/64Mi s:100m/128Mi c:200m/256Mi', expected: { cpu: '1', memory: '384Mi' } },
    { pod: 's:200m c:300m/256Mi', overhead: '250m/120Mi', expected: { cpu: '750m', memory: '376Mi' } },
    { field: 'limits', pod: 's:-/64Mi c:-/256Mi', overhead: '250m/120Mi', expected: { memory: '440Mi' } },
    { field: 'limits', pod: 'c:1 c:-', expected: { cpu: '1' } },
    { pod: 'c:2|1|1', expected: { cpu: '2' } },
    { pod: 'c:500m|500m|1', expected: { cpu: '1' } },
    { pod: 'c:8|2|2', resize: 'Infeasible', expected: { cpu: '2' } },
    { pod: 'c:8|2|2', resize: 'Deferred', expected: { cpu: '8' } },
    { pod: 'c:1|2|2 c:2|1|1', expected: { cpu: '3' } },
    { pod: 's:100m|300m|300m i:500m c:200m', expected: { cpu: '800m' } },
    { pod: 's:100m i:500m c:200m', expected: { cpu: '600m' } },
    { pod: 'i:1|2 c:500m', expected: { cpu: '2' } },
    {
      pod: 'c:300m/256Mi/1Gi',
      podLevel: '1/1Gi',
      expected: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '1Gi' },
    },
    { pod: 's:-/64Mi c:200m/128Mi', podLevel: '1', expected: { cpu: '1', memory: '192Mi' } },
    { pod: 'c:200m', podLevel: '1', overhead: '250m', expected: { cpu: '1250m' } },
    { pod: 'c:200m/-/1Gi', podLevel: '-/-/5Gi', expected: { cpu: '200m', 'ephemeral-storage': '1Gi' } },
    {
      field: 'limits',
      pod: 'c:500m',
      podLevel: '2/1Gi',
      overhead: '-/120Mi',
      expected: { cpu: '2', memory: '1144Mi' },
    },
  ])('counts for $pod, pod level $podLevel, overhead $overhead: $expected', ({ expected, ...pod }) => {
    expect(textOf(effectiveResources(buildPod(pod))[pod.field ?? 'requests'])).toEqual(expected);
  });

  it('counts no debug containers, which cannot have resources', () => {
    expect(textOf(effectiveResources(aPod({ ephemerals: [{}] })).requests)).toEqual({});
  });
});
