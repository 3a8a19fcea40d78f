import { NOTHING_COLLECTED } from '../../rows/collected.ts';
import { NO_OUTPUT, type RunRow } from '../../rows/run-row.ts';
import type { Verdict } from './expectation.ts';

/** A row without its output, so that it may be kept in memory. */
export interface FoldedRow extends RunRow {
  readonly verdict: Verdict;
}

/** Drops the context of a row, which is of no interest if all rows have the same. */
export function withoutContext(row: RunRow): RunRow {
  const { context, ...others } = row;
  return context === undefined ? row : others;
}

/** Drops the output of a row, and its files, which the output lists. */
export function foldedRow(row: RunRow, verdict: Verdict): FoldedRow {
  const { collected } = row;
  return { ...row, ...(collected && { collected: NOTHING_COLLECTED }), output: NO_OUTPUT, verdict };
}

/** What all members of a group printed, or why the command did not run in them. */
export interface FoldSample {
  /** For people. In a masked group, placeholders stand for the pods' own names. */
  readonly text: string;
  readonly isMasked: boolean;
  readonly isBinary: boolean;
  readonly isTruncated: boolean;
  /** Of the output itself; binary outputs are shown by it. */
  readonly byteCount: number;
  /** SHA-256 of the output, in hexadecimal. */
  readonly digest: string;
  /** The text with everything masked, to compare it with that of another group. */
  readonly comparable: string;
}

/** Rows with the same outcome, exit code, verdict and output. */
export interface FoldGroup {
  /** Sorted by context, namespace, pod and target. */
  readonly members: readonly FoldedRow[];
  /** The first member. */
  readonly first: FoldedRow;
  readonly sample: () => FoldSample;
}

/** The groups of all pods, or of the pods with one node, owner, namespace or context (`--group-by`). */
export interface FoldSection {
  /** The nodes, owners, namespaces or contexts, several if all their pods are in one group; empty without `--group-by`. */
  readonly names: readonly string[];
  /** The largest first. Never empty. */
  readonly groups: readonly FoldGroup[];
}

/** The values of `--group-by`. */
export const GROUP_BY = ['node', 'owner', 'namespace', 'context'] as const;
export type GroupBy = (typeof GROUP_BY)[number];
