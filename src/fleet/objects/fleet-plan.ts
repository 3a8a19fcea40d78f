import type { JournalHead } from '../../audit/journal/journal-line.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { FleetRule } from '../fleet-rule.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { WorkerShare } from '../worker-share.ts';

/** The ServiceAccount of the workers: one that is made for the run, or one that is there and has the rights. */
export type FleetAccount =
  | {
      readonly kind: 'own';
      /** Names of the secrets with which its pods pull images. */
      readonly pullSecrets: readonly string[];
    }
  | { readonly kind: 'existing'; readonly name: string };

/** A whole run, before anything is created. */
export interface FleetPlan {
  readonly run: FleetRun;
  /** The image of the workers. */
  readonly image: string;
  readonly account: FleetAccount;
  readonly rules: readonly FleetRule[];
  /** Of the audit; each worker gets it with its own share of the settings. */
  readonly head: JournalHead;
  /** The rows of pods that are not tried. */
  readonly skipped: readonly RunRow[];
  /** At least one. */
  readonly shares: readonly WorkerShare[];
}
