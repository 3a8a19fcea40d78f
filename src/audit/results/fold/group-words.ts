import { hasRun, type RunRow } from '../../rows/run-row.ts';
import { bytesText, countText } from '../text/count-text.ts';
import type { FoldedRow, FoldGroup, FoldSample } from './fold-group.ts';

/** `97 pods`, or `194 containers in 97 pods` if a pod has several rows; `2 clusters` that could not be reached. */
export function membersText(members: readonly FoldedRow[]): string {
  if (members.every(isOfCluster)) return countText(members.length, 'cluster');
  const pods = countPods(members);
  const podsText = countText(pods, 'pod');
  return pods === members.length ? podsText : `${countText(members.length, 'container')} in ${podsText}`;
}

/** The outcome of a row in a few words: `exit code 1`, `not-started (image-not-found)`. */
export function outcomeText({ outcome, exitCode, reason, verdict, collected }: FoldedRow): string {
  if (verdict.kind === 'unmet') return verdict.why;
  if (hasRun({ outcome }) && collected !== undefined && exitCode === 0) return 'collected';
  if (hasRun({ outcome })) return `exit code ${exitCode ?? 'unknown'}`;
  const kind = reason?.kind ?? '';
  return kind === '' ? outcome : `${outcome} (${kind})`;
}

/** `shop/web-1`, or `shop/web-1 (app)` if a pod has several rows; with `--contexts` the context comes first. */
export function memberName(row: FoldedRow, showsTarget: boolean): string {
  const { target } = row;
  return `${rowPath(row, false).join('/')}${showsTarget && target !== '' ? ` (${target})` : ''}`;
}

/** Whether a row is about a whole cluster, which could not be reached. */
function isOfCluster({ context, pod }: RunRow): boolean {
  return context !== undefined && pod === '';
}

/** Whether a pod has several rows, so that only their targets tell them apart. */
export function hasSeveralRowsAPod(rows: readonly FoldedRow[]): boolean {
  return countPods(rows) < rows.length;
}

function countPods(rows: readonly FoldedRow[]): number {
  return new Set(rows.map(({ context = '', namespace, pod, uid }) => `${context}/${namespace}/${pod}/${uid}`))
    .size;
}

/** Remarks on an output: that it is binary, empty or cut. */
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

/** The group that others are compared with, and its output, read once for all comparisons. */
export interface Majority {
  readonly group: FoldGroup;
  readonly sample: FoldSample;
}

/** The largest group of commands that ran; undefined if none ran. */
export function majorityOf(groups: readonly FoldGroup[]): Majority | undefined {
  const group = groups.find(({ first }) => hasRun(first));
  return group === undefined ? undefined : { group, sample: group.sample() };
}

/**
 * Context (with `--contexts`), namespace and pod, and the target if a pod may have several rows. Unique for each row. A row
 * about a whole cluster has only the context.
 */
export function rowPath(row: RunRow, hasTarget: boolean): readonly string[] {
  const { context, namespace, pod, target } = row;
  const place = context === undefined ? [] : [context];
  return isOfCluster(row)
    ? place
    : [...place, namespace, pod, ...(hasTarget && target !== '' ? [target] : [])];
}
