import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { Pod } from '../../pod/types.ts';
import { startChoice, type ChoiceRules } from './choose-items.ts';

const RULES: ChoiceRules = {
  runId: 'r1',
  excludes: [],
  nodes: [],
  onePer: undefined,
  shard: undefined,
  target: { kind: 'auto' },
  allContainers: false,
  isImageGiven: false,
  copies: false,
};

function pod(
  name: string,
  fields: {
    readonly node?: string;
    readonly owner?: string;
    readonly phase?: string;
    readonly labels?: Readonly<Record<string, string>>;
  } = {},
): Pod {
  const { node = 'n1', owner, phase = 'Running', labels = {} } = fields;
  const ownerReferences =
    owner === undefined
      ? []
      : [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: owner, uid: `uid-${owner}`, controller: true }];
  const made = aPod({ name, phase, metadata: { uid: `uid-${name}`, ownerReferences, labels } });
  return { ...made, spec: { ...made.spec, nodeName: node } };
}

function choose(pods: readonly Pod[], rules: Partial<ChoiceRules> = {}) {
  const chooser = startChoice({ ...RULES, ...rules });
  for (const each of pods) chooser.see(each, false);
  const { items, skipped, finished } = chooser.result();
  return { names: items.map((item) => item.pod.name), skipped: skipped.map((row) => row.pod), finished };
}

describe('startChoice', () => {
  it.each<{ label: string; pods: readonly Pod[]; rules: Partial<ChoiceRules>; names: readonly string[] }>([
    { label: 'a pod that is seen twice once', pods: [pod('a'), pod('a')], rules: {}, names: ['a'] },
    {
      label: 'no worker of an audit by the cluster',
      pods: [pod('web-1'), pod('audit-1', { labels: { 'kubectl-debug/audit': 'RUN' } })],
      rules: {},
      names: ['web-1'],
    },
    {
      label: 'none that is excluded by name',
      pods: [pod('web-1'), pod('db-1')],
      rules: { excludes: ['web-*'] },
      names: ['db-1'],
    },
    {
      label: 'none that is excluded by namespace',
      pods: [pod('web-1')],
      rules: { excludes: ['default/*', 'shop/*'] },
      names: [],
    },
    {
      label: 'all where a pattern only looks alike',
      pods: [pod('web-1')],
      rules: { excludes: ['web.1', 'eb-1', 'web'] },
      names: ['web-1'],
    },
    {
      label: 'none that a pattern of many parts excludes',
      pods: [pod('aba'), pod('abab'), pod('ab'), pod('ba')],
      rules: { excludes: ['ab*ab', '*b*a'] },
      names: ['ab'],
    },
    {
      label: 'all that a pattern fits in no way, however many it tries',
      pods: [pod('a'.repeat(253))],
      rules: { excludes: [`${'a*'.repeat(60)}b`] },
      names: ['a'.repeat(253)],
    },
    {
      label: 'those of the nodes',
      pods: [pod('a'), pod('b', { node: 'n2' })],
      rules: { nodes: ['n2', 'n3'] },
      names: ['b'],
    },
    {
      label: 'one per owner, and each that has none',
      pods: [
        pod('a', { owner: 'x' }),
        pod('b', { owner: 'x' }),
        pod('c', { owner: 'y' }),
        pod('d'),
        pod('e'),
      ],
      rules: { onePer: 'owner' },
      names: ['a', 'c', 'd', 'e'],
    },
    {
      label: 'one per node',
      pods: [pod('a'), pod('b'), pod('c', { node: 'n2' })],
      rules: { onePer: 'node' },
      names: ['a', 'c'],
    },
  ])('takes $label', ({ pods, rules, names }) => {
    expect(choose(pods, rules).names).toEqual(names);
  });

  it('counts pods that have finished or are being deleted, and leaves them out', () => {
    const leaving = aPod({
      name: 'leaving',
      metadata: { uid: 'u', deletionTimestamp: '2025-03-01T12:00:00Z' },
    });
    const chosen = choose([
      pod('a', { phase: 'Succeeded' }),
      pod('b', { phase: 'Failed' }),
      leaving,
      pod('c'),
    ]);
    expect(chosen).toEqual({ names: ['c'], skipped: [], finished: 3 });
  });

  it('takes a finished pod that was named, so that it gets a row', () => {
    const chooser = startChoice(RULES);
    expect(chooser.see(pod('a', { phase: 'Failed' }), true)).toHaveLength(1);
  });

  it.each([
    {
      label: 'a static pod',
      change: { metadata: { annotations: { 'kubernetes.io/config.mirror': 'x' } } },
      rules: {},
    },
    { label: 'a Windows pod for the default image', change: { os: { name: 'windows' } }, rules: {} },
  ])('skips $label, and names it', ({ change, rules }) => {
    const base = pod('a');
    const changed: Pod = {
      ...base,
      metadata: { ...base.metadata, ...('metadata' in change ? change.metadata : {}) },
      spec: { ...base.spec, ...('os' in change ? { os: change.os } : {}) },
    };
    expect(choose([changed], rules)).toEqual({ names: [], skipped: ['a'], finished: 0 });
  });

  it('tries a Windows pod if the user named an image', () => {
    const base = pod('a');
    const windows: Pod = { ...base, spec: { ...base.spec, os: { name: 'windows' } } };
    expect(choose([windows], { isImageGiven: true }).names).toEqual(['a']);
  });

  it('puts each pod into exactly one shard, in any order', () => {
    const pods = Array.from({ length: 200 }, (_, index) => pod(`web-${index}`));
    const shards = [1, 2, 3].map((index) => choose(pods.toReversed(), { shard: { index, count: 3 } }).names);
    expect(shards.flat().toSorted()).toEqual(pods.map(({ metadata }) => metadata.name ?? '').toSorted());
    expect(Math.min(...shards.map((names) => names.length))).toBeGreaterThan(40);
  });

  it('gives each container of a pod a debug container of its own with --all-containers', () => {
    const made = aPod({ name: 'a', metadata: { uid: 'u' }, apps: [{ name: 'one' }, { name: 'two' }] });
    const chooser = startChoice({ ...RULES, allContainers: true });
    const items = chooser.see(made, false);
    expect(items.map(({ target }) => target)).toEqual([
      { kind: 'named', name: 'one' },
      { kind: 'named', name: 'two' },
    ]);
    expect(new Set(items.map(({ container }) => container)).size).toBe(2);
  });
});
