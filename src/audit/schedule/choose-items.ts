import { createHash } from 'node:crypto';
import { listContainers } from '../../pod/containers/containers.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import { isWindowsSpec } from '../../pod/pod-os.ts';
import type { Pod } from '../../pod/types.ts';
import { RUN_LABEL } from '../journal/run-id.ts';
import type { Shard, TargetRule } from '../rows/audit-settings.ts';
import { findOwner } from '../rows/find-owner.ts';
import { makeItem, rowWithoutRun, type RunItem } from '../rows/run-item.ts';
import type { RunReason, RunRow } from '../rows/run-row.ts';
import { fitsWildcards } from '../../target/names/fits-wildcards.ts';

/** Which of the listed pods are audited, and for which targets. */
export interface ChoiceRules {
  readonly runId: string;
  /** Patterns of `NAME` or `NAMESPACE/NAME`; `*` stands for any text. */
  readonly excludes: readonly string[];
  /** Empty for all nodes. */
  readonly nodes: readonly string[];
  readonly onePer: 'owner' | 'node' | undefined;
  readonly shard: Shard | undefined;
  readonly target: TargetRule;
  readonly allContainers: boolean;
  /** Whether the user named an image, which may be one for Windows. */
  readonly isImageGiven: boolean;
  /** `--copy`: whether a pod that refuses debug containers can be audited in a copy. */
  readonly copies: boolean;
}

interface Choice {
  readonly items: readonly RunItem[];
  /** Rows of pods that can never take a debug container. */
  readonly skipped: readonly RunRow[];
  /** How many pods were left out because they have finished or are being deleted. */
  readonly finished: number;
  /** How many pods other shards audit. */
  readonly inOtherShards: number;
}

/** Takes pods as they are listed, page by page. */
export interface Chooser {
  /** Returns the items of a pod. `isNamed`: the user named the pod, so it gets a row even if it has finished. */
  readonly see: (pod: Pod, isNamed: boolean) => readonly RunItem[];
  readonly result: () => Choice;
}

/** Makes a chooser. It counts a pod that it sees twice once. */
export function startChoice(rules: ChoiceRules): Chooser {
  const excludes = rules.excludes.map(patternOf);
  const seen = new Set<string>();
  const taken = new Set<string>();
  const items: RunItem[] = [];
  const skipped: RunRow[] = [];
  let finished = 0;
  let inOtherShards = 0;
  const isWanted = (pod: Pod): boolean => {
    const { uid = '' } = pod.metadata;
    if (seen.has(uid)) return false;
    seen.add(uid);
    return isOnNode(pod, rules.nodes) && !excludes.some((fits) => fits(pod));
  };
  const take = (pod: Pod): readonly RunItem[] => {
    const group = groupOf(pod, rules.onePer);
    if (group !== undefined && taken.has(group)) return [];
    if (group !== undefined) taken.add(group);
    const made = targetsOf(pod, rules).map((target) => makeItem(rules.runId, pod, target));
    items.push(...made);
    return made;
  };
  return {
    see: (pod, isNamed) => {
      if (!isWanted(pod)) return [];
      // A worker of an audit ends by itself, and would be slowed down.
      if (!isNamed && isWorker(pod)) return [];
      const isHere = isInShard(pod, rules.shard);
      if (!isNamed && isOver(pod)) {
        if (isHere) finished += 1;
        return [];
      }
      if (!isHere) {
        inOtherShards += 1;
        return [];
      }
      const reason = whyNever(pod, rules);
      if (reason === undefined) return take(pod);
      skipped.push(rowWithoutRun(makeItem(rules.runId, pod, rules.target), { outcome: 'skipped', reason }));
      return [];
    },
    result: () => ({ items, skipped, finished, inOtherShards }),
  };
}

function patternOf(text: string): (pod: Pod) => boolean {
  return (pod) => fitsWildcards(text.includes('/') ? describePod(pod) : podRef(pod).name, text);
}

function isOnNode({ spec }: Pod, nodes: readonly string[]): boolean {
  return nodes.length === 0 || (spec.nodeName !== undefined && nodes.includes(spec.nodeName));
}

/** Hashes the uid, because the uids of some servers are in order. */
function isInShard({ metadata: { uid = '' } }: Pod, shard: Shard | undefined): boolean {
  if (shard === undefined) return true;
  return createHash('sha256').update(uid).digest().readUInt32BE(0) % shard.count === shard.index - 1;
}

function isWorker({ metadata }: Pod): boolean {
  return metadata.labels?.[RUN_LABEL] !== undefined;
}

function isOver(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined || hasFinished(pod);
}

/** The group of which one pod is audited; undefined for a pod in no group. */
function groupOf(pod: Pod, onePer: ChoiceRules['onePer']): string | undefined {
  switch (onePer) {
    case undefined:
      return undefined;
    case 'node':
      return pod.spec.nodeName;
    case 'owner': {
      const owner = findOwner(pod);
      return owner && `${podRef(pod).namespace}/${owner.kind}/${owner.name}`;
    }
  }
}

function targetsOf(pod: Pod, { target, allContainers }: ChoiceRules): readonly TargetRule[] {
  if (!allContainers) return [target];
  return listContainers(pod)
    .filter(({ role }) => role === 'app' || role === 'sidecar')
    .map(({ name }) => ({ kind: 'named', name }));
}

/** Why a pod can never take the debug container; undefined if it may. */
function whyNever(pod: Pod, { isImageGiven, copies }: ChoiceRules): RunReason | undefined {
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined && !copies)
    return {
      kind: 'pod-static',
      message: 'it is a static pod: the node reads it from a file, and it takes no debug containers',
      hint: '',
    };
  if (!isWindowsSpec(pod) || isImageGiven) return undefined;
  return {
    kind: 'image-platform',
    message: 'it is a Windows pod, and the default image is for Linux',
    hint: 'name an image for Windows with --image',
  };
}
