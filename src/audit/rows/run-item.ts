import { createHash } from 'node:crypto';
import { NAME_ALPHABET } from '../../pod/containers/container-owner.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { TargetRule } from './audit-settings.ts';
import { findOwner } from './find-owner.ts';
import { NO_OUTPUT, type RunOutcome, type RunOwner, type RunReason, type RunRow } from './run-row.ts';

/** One command to run: in one pod, or with `--all-containers` for one container of a pod. */
export interface RunItem {
  readonly pod: PodRef;
  readonly uid: string;
  readonly podIPs: readonly string[];
  readonly node: string;
  readonly owner: RunOwner | undefined;
  readonly target: TargetRule;
  /** Name of the debug container, which no other audit and no other item of the pod has. */
  readonly container: string;
}

const NAME_LENGTH = 12;

/**
 * The name of an item's debug container. It is always the same for an audit, pod and target, so that adding the container
 * again after a crash changes nothing.
 */
function auditContainerName(runId: string, uid: string, target: TargetRule): string {
  const wanted = target.kind === 'named' ? target.name : '';
  const digest = createHash('sha256').update(`${runId}/${uid}/${wanted}`).digest();
  const letters = [...digest.subarray(0, NAME_LENGTH)].map((byte) =>
    NAME_ALPHABET.charAt(byte % NAME_ALPHABET.length),
  );
  return `audit-${letters.join('')}`;
}

/** Makes the item of a pod. */
export function makeItem(runId: string, pod: Pod, target: TargetRule): RunItem {
  const uid = pod.metadata.uid ?? '';
  return {
    pod: podRef(pod),
    uid,
    podIPs: podIPsOf(pod),
    node: pod.spec.nodeName ?? '',
    owner: findOwner(pod),
    target,
    container: auditContainerName(runId, uid, target),
  };
}

function podIPsOf({ status }: Pod): readonly string[] {
  const all = (status?.podIPs ?? []).map(({ ip }) => ip);
  return all.length > 0 || status?.podIP === undefined ? all : [status.podIP];
}

/** The row of an item whose command did not end by itself with its whole output read. */
export function rowWithoutRun(item: RunItem, facts: RowWithoutRun): RunRow {
  return { ...rowOf(item), ...facts };
}

/** The row of an item whose command ended by itself, with its whole output read. */
export function rowOfExit(item: RunItem, facts: RowOfExit): RunRow {
  return { ...rowOf(item), ...facts, outcome: 'exited', reason: undefined };
}

/** The fields that come from the item alone. */
function rowOf(item: RunItem): Omit<RunRow, 'outcome' | 'reason'> {
  return {
    namespace: item.pod.namespace,
    pod: item.pod.name,
    uid: item.uid,
    podIPs: item.podIPs,
    container: '',
    node: item.node,
    owner: item.owner,
    target: item.target.kind === 'named' ? item.target.name : '',
    exitCode: undefined,
    output: NO_OUTPUT,
    profile: '',
    startedAt: undefined,
    finishedAt: undefined,
    durationMs: undefined,
    notes: [],
  };
}

/** The fields that a run fills in, however it ends. */
export type RunFacts = Partial<Omit<RunRow, 'reason' | 'outcome'>>;

interface RowWithoutRun extends RunFacts {
  readonly outcome: Exclude<RunOutcome, 'exited'>;
  readonly reason: RunReason;
}

interface RowOfExit extends RunFacts {
  readonly exitCode: number;
}
