import { readKubeconfig } from '../../cluster/settings/kubeconfig-files.ts';
import type { Kubeconfig } from '../../cluster/settings/kubeconfig-merge.ts';
import { readDebuggedPodList, readNameList } from '../../cluster/list/kubernetes-protobuf.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { ANY_OBJECT, POD } from '../../cluster/objects/object-shapes.ts';
import { getPod, podListPath } from '../../cluster/api/pods.ts';
import { apiPath } from '../../cluster/api-path.ts';
import { listWorkloads } from '../../cluster/api/workloads.ts';
import { listRuns } from '../../fleet/follow/list-runs.ts';
import type { WordSource } from '../../flags/flag-words.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { runningDebugContainers } from '../../pod/containers/debug-containers.ts';
import type { Pod } from '../../pod/types.ts';
import { hasSomethingToStop, stoppableContainers } from '../../plan/stop-plan.ts';
import { readShortNames } from '../../config/apply/apply-config.ts';
import { COMMANDS } from '../command-table.ts';
import type { Candidate, Lookup, Source } from './completion-source.ts';
import { captureWords, forwardWords } from './network-words.ts';
import { defaultImage } from '../shared/debug-defaults.ts';
import { listSelectedPods } from '../../target/workloads/select-pods.ts';
import { parseTarget } from '../../target/names/parse-target.ts';
import { findTargetType, TARGET_TYPES, WORKLOAD_TYPES } from '../../target/names/target-types.ts';

/** Larger than the pages of other lists, as names are short. */
const PAGE = 1000;

async function* lookUpNames(lookup: Lookup, path: string, prefix = ''): AsyncGenerator<Candidate, void> {
  const cluster = await lookup.connect();
  const compact = { decode: readNameList, isOfMetadata: true };
  for await (const { items } of listPages(cluster, {
    path,
    shape: ANY_OBJECT,
    compact,
    limit: PAGE,
    signal: lookup.signal,
  }))
    for (const { metadata } of items) yield { word: `${prefix}${metadata.name ?? ''}` };
}

async function* lookUpPods(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const { namespace } = await lookup.connect();
  yield* lookUpNames(lookup, podListPath(namespace));
}

/** Types of targets whose names begin like a word, as `svc/`; of one type, the shortest name. */
function* typesLike(typed: string): Generator<Candidate, void> {
  for (const [singular, { shortNames }] of Object.entries(TARGET_TYPES)) {
    const word = [...shortNames, singular].find((name) => name.startsWith(typed));
    if (word !== undefined) yield { word: `${word}/`, description: `by the name of a ${singular}` };
  }
}

/** Pods or, after a prefix such as `deploy/`, the objects of that type. */
async function* lookUpTargets(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const slash = lookup.typed.indexOf('/');
  if (slash < 0 && lookup.typed !== '') yield* typesLike(lookup.typed);
  const prefix = lookup.typed.slice(0, slash + 1);
  const type = slash < 0 ? 'pod' : findTargetType(lookup.typed.slice(0, slash));
  if (type === undefined) return;
  if (type === 'node') return yield* lookUpNames(lookup, apiPath('api', 'v1', 'nodes'), prefix);
  const cluster = await lookup.connect();
  const { namespace } = cluster;
  if (type === 'pod') return yield* lookUpNames(lookup, podListPath(namespace), prefix);
  const found = await listWorkloads(cluster, { ...WORKLOAD_TYPES[type], namespace }, lookup.signal);
  for (const { metadata } of found) yield { word: `${prefix}${metadata.name ?? ''}` };
}

/** As kubectl completes `cp`; behind `POD:` the containers of the pod. What is in a container is not looked up. */
async function* lookUpCopyEnds(lookup: Lookup): AsyncGenerator<Candidate, void> {
  if (/^[./~-]/.test(lookup.typed)) return;
  const [, pod] = /^([^:]+):[^:/]*$/.exec(lookup.typed) ?? [];
  if (pod !== undefined) {
    for await (const { word, ...rest } of lookUpContainers({ ...lookup, names: [pod] }))
      yield { word: `${pod}:${word}:`, ...rest };
    return;
  }
  if (lookup.typed.includes(':')) return;
  for await (const { word } of lookUpTargets(lookup)) if (!word.endsWith('/')) yield { word: `${word}:` };
}

async function readNamedPod({ connect, names, signal }: Lookup): Promise<Pod | undefined> {
  const [first] = names;
  const target = first === undefined ? undefined : parseTarget(first.split(':', 1)[0] ?? '');
  if (target?.kind !== 'pod') return undefined;
  const cluster = await connect();
  return getPod(cluster, { namespace: cluster.namespace, name: target.name }, signal);
}

async function* lookUpContainers(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const pod = await readNamedPod(lookup);
  for (const { name, role, spec } of pod === undefined ? [] : listContainers(pod))
    if (role !== 'ephemeral') yield { word: name, description: spec.image ?? '' };
}

/** The pods that suit, or all workloads of a type. */
function lookUpSuiting(suits: (pod: Pod) => boolean): Source {
  return async function* (lookup) {
    const [, typed = lookup.typed] = /^(?:pods?|po)\/(.*)$/s.exec(lookup.typed) ?? [];
    if (typed.includes('/')) return yield* lookUpTargets(lookup);
    const prefix = lookup.typed.slice(0, lookup.typed.length - typed.length);
    const cluster = await lookup.connect();
    const everyPod = { namespace: cluster.namespace, includes: suits };
    for await (const { items } of listSelectedPods(cluster, everyPod, lookup.signal))
      for (const { metadata } of items) yield { word: `${prefix}${metadata.name ?? ''}` };
  };
}

/** Containers of the named pod. */
function lookUpIn(namesOf: (pod: Pod) => readonly string[]): Source {
  return async function* (lookup) {
    const pod = await readNamedPod(lookup);
    if (pod === undefined) return;
    const names = namesOf(pod);
    for (const { name, spec } of listContainers(pod))
      if (names.includes(name)) yield { word: name, description: spec.image ?? '' };
  };
}

/** The named sets of flags of this program and of the config. */
async function* lookUpPresets({ io }: Lookup): AsyncGenerator<Candidate, void> {
  const { presets } = await readShortNames(io, COMMANDS);
  for (const [word, description] of presets) yield { word, description };
}

/** The short names of the config, the default image, and the images of all debug containers in the namespace. */
async function* lookUpImages(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const { images } = await readShortNames(lookup.io, COMMANDS);
  for (const [word, description] of images) yield { word, description };
  yield { word: defaultImage(lookup.flags), description: 'the default' };
  const cluster = await lookup.connect();
  const path = podListPath(cluster.namespace);
  const compact = { decode: readDebuggedPodList };
  for await (const { items } of listPages(cluster, {
    path,
    shape: POD,
    compact,
    limit: PAGE,
    signal: lookup.signal,
  }))
    for (const { image = '' } of items.flatMap(({ spec }) => spec.ephemeralContainers ?? []))
      yield { word: image };
}

type EntryList = Extract<keyof Kubeconfig, 'contexts' | 'clusters' | 'users'>;

function lookUpEntries(list: EntryList): Source {
  return async function* ({ io, flags }) {
    const kubeconfig = await readKubeconfig(io, flags.string('kubeconfig'));
    for (const word of kubeconfig[list].keys()) yield { word };
  };
}

/** The contexts that are not named yet. */
async function* lookUpContextLists(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const before = lookup.typed.slice(0, lookup.typed.lastIndexOf(',') + 1);
  const named = before.split(',');
  for await (const { word } of lookUpEntries('contexts')(lookup))
    if (!named.includes(word)) yield { word: `${before}${word}` };
}

/** The audits of the namespace that the cluster runs, the newest first. */
async function* lookUpFleetRuns(lookup: Lookup): AsyncGenerator<Candidate, void> {
  const cluster = await lookup.connect();
  const namespace = lookup.flags.boolean('all-namespaces') ? undefined : cluster.namespace;
  for (const { run } of await listRuns(cluster, { namespace }, lookup.signal))
    yield { word: run.runId, description: `in namespace ${run.namespace}` };
}

/** How to look up each kind of word; the shell looks up files. */
export const SOURCES: Readonly<Record<Exclude<WordSource, 'files'>, Source>> = {
  pods: lookUpPods,
  targets: lookUpTargets,
  namespaces: (lookup) => lookUpNames(lookup, apiPath('api', 'v1', 'namespaces')),
  contexts: lookUpEntries('contexts'),
  'context-lists': lookUpContextLists,
  clusters: lookUpEntries('clusters'),
  users: lookUpEntries('users'),
  containers: lookUpContainers,
  'attach-targets': lookUpSuiting((pod) => runningDebugContainers(pod).length > 0),
  'stop-targets': lookUpSuiting(hasSomethingToStop),
  'debug-containers': lookUpIn((pod) => runningDebugContainers(pod).map(({ name }) => name)),
  'stop-containers': lookUpIn(stoppableContainers),
  images: lookUpImages,
  'fleet-runs': lookUpFleetRuns,
  presets: lookUpPresets,
  'copy-ends': lookUpCopyEnds,
  'forward-words': forwardWords(lookUpTargets),
  'capture-words': captureWords(lookUpTargets),
};
