import type { JournalLine } from '../../audit/journal/journal-line.ts';
import type { FleetRule } from '../rights/fleet-rules.ts';
import type { WorkerShare } from '../worker-share.ts';

/** What a worker has to know beside the journal: its part of the limits, and the rights that its role grants. */
export interface ShareLine extends Pick<WorkerShare, 'worker' | 'workers' | 'pace' | 'coldPerNode'> {
  readonly kind: 'share';
  readonly rules: readonly FleetRule[];
  /** How many rows all workers together have. */
  readonly total: number;
}

/** A line of a worker's plan: the head of the journal first, then the share, the rows of skipped pods, items, `selected`. */
export type PlanLine = JournalLine | ShareLine;
