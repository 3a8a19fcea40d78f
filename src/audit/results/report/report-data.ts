import { shellText } from '../../../errors/shell-word.ts';
import type { RunSummary } from '../../rows/run-results.ts';
import type { Diff } from '../fold/diff-outputs.ts';
import type { FoldedRow, FoldSection, GroupBy } from '../fold/fold-group.ts';
import type { Tally } from '../sinks/row-sink.ts';

/** All that a report shows. */
export interface ReportData {
  readonly summary: RunSummary;
  readonly tally: Tally;
  readonly sections: readonly FoldSection[];
  readonly rows: readonly FoldedRow[];
  readonly groupBy: GroupBy | undefined;
  /** Whether a pod has several rows, so that only their targets tell them apart. */
  readonly hasTarget: boolean;
}

/** What the text of a group depends on beside the group. */
export interface GroupOptions {
  readonly hasTarget: boolean;
  readonly diff: Diff;
  /** Rewrites our command lines in a text as the audit was called. */
  readonly asTyped: (text: string) => string;
}

type VerdictKind = keyof Tally;

/** The names and meanings of the verdicts, in the order of the report. */
export const VERDICTS = {
  unmet: { label: 'Not passed', meaning: 'the command ran, and did not answer as expected' },
  failed: { label: 'Not audited', meaning: 'the command could not be run to its end' },
  skipped: { label: 'Skipped', meaning: 'the pod can never take a debug container' },
  passed: { label: 'Passed', meaning: 'the command ran, and answered as expected' },
} as const satisfies Record<VerdictKind, { readonly label: string; readonly meaning: string }>;

export const VERDICT_KINDS: readonly VerdictKind[] = ['unmet', 'failed', 'skipped', 'passed'];

/** `2026-11-21 16:55:44 UTC`. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The command; merged shards may not have it. */
export function commandText({ command }: RunSummary): string {
  return command.length === 0 ? 'Joined results' : shellText(command);
}

/** Why an audit has not tried every pod. */
export const WHY_NOT_COMPLETE = {
  complete: undefined,
  canary: 'This audit was stopped: the first debug container did not start, so nothing more was tried.',
  failures: 'This audit was stopped: more pods could not be audited than --max-failures allows.',
  interrupted: 'This audit was interrupted.',
} as const satisfies Record<RunSummary['end'], string | undefined>;
