import { hasRun, type RunRow } from '../../rows/run-row.ts';
import { bytesText, countText } from '../text/count-text.ts';
import type { FoldedRow, FoldGroup, FoldSample } from './fold-group.ts';

/** `97 pods`; where a pod has several rows, `194 containers in 97 pods`. */
export function membersText(members: readonly FoldedRow[]): string {
  const pods = new Set(members.map(({ namespace, pod, uid }) => `${namespace}/${pod}/${uid}`)).size;
  const podsText = countText(pods, 'pod');
  return pods === members.length ? podsText : `${countText(members.length, 'container')} in ${podsText}`;
}

/** What all members came to, in a few words: `exit code 1`, `not-started (image-not-found)`. */
export function outcomeText({ outcome, exitCode, reason, verdict }: FoldedRow): string {
  if (verdict.kind === 'unmet') return verdict.why;
  if (hasRun({ outcome })) return `exit code ${exitCode ?? 'unknown'}`;
  const kind = reason?.kind ?? '';
  return kind === '' ? outcome : `${outcome} (${kind})`;
}

/** `shop/web-1`, and `shop/web-1 (app)` where a pod has several rows. */
export function memberName({ namespace, pod, target }: FoldedRow, showsTarget: boolean): string {
  return `${namespace}/${pod}${showsTarget && target !== '' ? ` (${target})` : ''}`;
}

/** Whether pods have more than one row, so that only the target tells these apart. */
export function hasSeveralRowsAPod(rows: readonly FoldedRow[]): boolean {
  const pods = new Set(rows.map(({ namespace, pod, uid }) => `${namespace}/${pod}/${uid}`));
  return pods.size < rows.length;
}

/** What there is to say of an output beside its text. */
export function outputMarks({
  isTruncated,
  isBinary,
  byteCount,
  digest,
  text,
}: FoldSample): readonly string[] {
  return [
    ...(isBinary ? [`(binary, ${bytesText(byteCount)}, SHA-256 ${digest.slice(0, 16)}…)`] : []),
    ...(text === '' ? ['(no output)'] : []),
    ...(isTruncated ? [`(cut here: there is more than ${bytesText(byteCount)})`] : []),
  ];
}

/** The group that others are compared with, and what it printed, read once for all comparisons. */
export interface Majority {
  readonly group: FoldGroup;
  readonly sample: FoldSample;
}

/** The largest group of commands that ran; undefined when none ran. */
export function majorityOf(groups: readonly FoldGroup[]): Majority | undefined {
  const group = groups.find(({ first }) => hasRun(first));
  return group === undefined ? undefined : { group, sample: group.sample() };
}

/** Namespace and pod, and the target where a pod may have several rows: unique, and the same in every part of the results. */
export function rowPath({ namespace, pod, target }: RunRow, hasTarget: boolean): readonly string[] {
  return [namespace, pod, ...(hasTarget && target !== '' ? [target] : [])];
}
