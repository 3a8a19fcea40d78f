import type { AuditSettings } from '../audit/rows/audit-settings.ts';
import type { RunItem } from '../audit/rows/run-item.ts';

/** The part of an audit that one worker does. All shares together keep the limits that one run would. */
export interface WorkerShare {
  /** From 0, as the index of a pod of an Indexed Job. */
  readonly worker: number;
  readonly workers: number;
  readonly items: readonly RunItem[];
  /** Those of the audit, with this worker's share of `concurrency` and `maxPerNode`. */
  readonly settings: AuditSettings;
  /** Requests in a second, and in a burst after a quiet time. */
  readonly pace: { readonly perSecond: number; readonly burst: number };
  /** How many containers a node starts at the same time until it has the image. */
  readonly coldPerNode: number;
}
