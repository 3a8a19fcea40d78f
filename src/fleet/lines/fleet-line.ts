import type { JournalLine } from '../../audit/journal/journal-line.ts';
import type { FleetRule } from '../fleet-rule.ts';
import type { WorkerShare } from '../worker-share.ts';

/** What a worker has to know besides the journal: its part of the limits, and the rights that its role grants. */
export interface ShareLine extends Pick<WorkerShare, 'worker' | 'workers' | 'pace' | 'coldPerNode'> {
  readonly kind: 'share';
  readonly rules: readonly FleetRule[];
}

/**
 * A line of a journal in the cluster. A plan begins with the head and the share. A worker begins with `claim`: from then on a
 * worker of the same index that began before can write no more.
 */
export type FleetLine = JournalLine | ShareLine | WarningLine | { readonly kind: 'claim' };

/** What a local run would say on stderr, for whoever follows. Not safe to print yet. */
export interface WarningLine {
  readonly kind: 'warning';
  readonly text: string;
}
