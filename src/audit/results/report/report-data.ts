import type { RunSummary } from '../../run-results.ts';
import type { FoldedRow, FoldSection, GroupBy } from '../fold-group.ts';
import type { Tally } from '../row-sink.ts';

/** All that a report shows. */
export interface ReportData {
  readonly summary: RunSummary;
  readonly tally: Tally;
  readonly sections: readonly FoldSection[];
  readonly rows: readonly FoldedRow[];
  readonly groupBy: GroupBy | undefined;
  /** Whether pods have several rows, so that only the target tells these apart. */
  readonly hasTarget: boolean;
}

type VerdictKind = keyof Tally;

/** The verdicts in the order in which a reader wants to see them, and what they are called. */
export const VERDICTS = {
  unmet: { label: 'Not passed', meaning: 'the command ran, and did not answer as expected' },
  failed: { label: 'Not audited', meaning: 'the command could not be run to its end' },
  skipped: { label: 'Skipped', meaning: 'the pod can never take a debug container' },
  passed: { label: 'Passed', meaning: 'the command ran, and answered as expected' },
} as const satisfies Record<VerdictKind, { readonly label: string; readonly meaning: string }>;

export const VERDICT_KINDS: readonly VerdictKind[] = ['unmet', 'failed', 'skipped', 'passed'];

/** How long a command took, in milliseconds; undefined where it did not run. */
export function durationOf({ startedAt, finishedAt }: FoldedRow): number | undefined {
  if (startedAt === undefined || finishedAt === undefined) return undefined;
  return Math.max(finishedAt.getTime() - startedAt.getTime(), 0);
}

/** `45s`, `1m30s`: in whole seconds, as the API tells times. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
}

/** `2026-11-21 16:55:44 UTC`. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
