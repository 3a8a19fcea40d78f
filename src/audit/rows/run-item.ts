import { createHash } from 'node:crypto';
import { NAME_ALPHABET } from '../../pod/containers/container-owner.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod, PodRef } from '../../pod/types.ts';
import type { TargetRule } from './audit-settings.ts';
import { findOwner } from './find-owner.ts';
import { NO_OUTPUT, type RunOutcome, type RunOwner, type RunReason, type RunRow } from './run-row.ts';

/** One command to run: in one pod, and with `--all-containers` for one container of it. */
export interface RunItem {
  readonly pod: PodRef;
  readonly uid: string;
  readonly podIPs: readonly string[];
  readonly node: string;
  readonly owner: RunOwner | undefined;
  readonly target: TargetRule;
  /** Name of the debug container, which no other run and no other item of the pod has. */
  readonly container: string;
}

const NAME_LENGTH = 12;

/**
 * The debug container's name in a run: always the same for the same run, pod and target, so that adding it once more,
 * after a crash, changes nothing.
 */
export function auditContainerName(runId: string, uid: string, target: TargetRule): string {
  const wanted = target.kind === 'named' ? target.name : '';
  const digest = createHash('sha256').update(`${runId}/${uid}/${wanted}`).digest();
  const letters = [...digest.subarray(0, NAME_LENGTH)].map((byte) =>
    NAME_ALPHABET.charAt(byte % NAME_ALPHABET.length),
  );
  return `audit-${letters.join('')}`;
}

/** The item of a pod as it was listed. */
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

/** The row of an item whose command did not run to its end. */
export function rowWithoutRun(item: RunItem, facts: RowWithoutRun): RunRow {
  return { ...rowOf(item), ...facts };
}

/** The row of an item whose command ran to its end, and whose output is whole. */
export function rowOfExit(item: RunItem, facts: RowOfExit): RunRow {
  return { ...rowOf(item), ...facts, outcome: 'exited', reason: undefined };
}

/** What the item alone tells. */
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

/** What is known of a run, however it ends. */
export type RunFacts = Partial<Omit<RunRow, 'reason' | 'outcome'>>;

/** What is known of such a row beside its item. */
export interface RowWithoutRun extends RunFacts {
  readonly outcome: Exclude<RunOutcome, 'exited'>;
  readonly reason: RunReason;
}

/** What is known of the row of a command that ended by itself. */
export interface RowOfExit extends RunFacts {
  readonly exitCode: number;
}
