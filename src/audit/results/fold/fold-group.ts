import { NO_OUTPUT, type RunRow } from '../../rows/run-row.ts';
import type { Verdict } from './expectation.ts';

/** A row that may be kept in memory: what it printed is left out. */
export interface FoldedRow extends RunRow {
  readonly verdict: Verdict;
}

/** Leaves out what a row printed. */
export function foldedRow(row: RunRow, verdict: Verdict): FoldedRow {
  return { ...row, output: NO_OUTPUT, verdict };
}

/** What all members of a group printed, or why nothing ran in them. */
export interface FoldSample {
  /** For people; of a masked group, placeholders stand where the pods' own names stood. */
  readonly text: string;
  readonly isMasked: boolean;
  readonly isBinary: boolean;
  readonly isTruncated: boolean;
  /** Of the output itself, so that binary output can be told apart. */
  readonly byteCount: number;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  /** The same with all that can be masked masked, for comparing it with another group's. */
  readonly comparable: string;
}

/** Rows that came to the same. */
export interface FoldGroup {
  /** By namespace, pod and target. */
  readonly members: readonly FoldedRow[];
  /** One of the members; all have its outcome, exit code and verdict. */
  readonly first: FoldedRow;
  readonly sample: () => FoldSample;
}

/** Groups of what belongs together: all, or what runs on one node, has one owner, is in one namespace. */
export interface FoldSection {
  /** Nodes, owners or namespaces that all came to the same; none when everything is one section. */
  readonly names: readonly string[];
  /** The largest first: it is what most pods came to. Never empty. */
  readonly groups: readonly FoldGroup[];
}

/** What `--group-by` may name. */
export const GROUP_BY = ['node', 'owner', 'namespace'] as const;
export type GroupBy = (typeof GROUP_BY)[number];
