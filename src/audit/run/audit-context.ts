import type { Cluster } from '../../cluster/cluster.ts';
import type { Rights } from '../../cluster/api/rights.ts';
import type { Io } from '../../io.ts';
import type { AuditSettings } from '../rows/audit-settings.ts';
import type { ByteBudget } from '../schedule/byte-budget.ts';
import type { Journal } from '../journal/journal.ts';
import type { ByteTotal } from '../schedule/byte-total.ts';
import type { RunItem } from '../rows/run-item.ts';
import type { SharedWatch } from '../watch/shared-watch.ts';

/** What an audit knows of the shell in its image. */
export interface ImageShell {
  readonly isMissing: () => boolean;
  readonly noteMissing: () => void;
}

/** What every run of an audit needs. */
export interface AuditContext {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly rights: Rights;
  readonly watch: SharedWatch;
  readonly journal: Journal;
  readonly settings: AuditSettings;
  /** Called when the container of an item has started, so that its image is on the node. */
  readonly onStarted: (item: RunItem) => void;
  /** Called when the command of an item is known to run. In an envelope the container may start without its program. */
  readonly onRan: (item: RunItem) => void;
  /** Whether all other items wait until the canary's command is known to run. */
  readonly isCanaryPending: () => boolean;
  readonly warn: (text: string) => void;
  /** Whether a user can go on with `--resume`. */
  readonly canResume: boolean;
  /** By namespace: the fallback profile that the server accepted there. */
  readonly acceptedProfiles: Map<string, string>;
  /** The nodes whose runtime has ignored a target, each of which is told of once. */
  readonly nodesWithoutTargets: Set<string>;
  /** The shell for the envelope of the command. */
  readonly shell: ImageShell;
  /** Debug containers whose items may have a copy from before the audit was resumed. */
  readonly maybeCopied: ReadonlySet<string>;
  /** For the outputs in memory, from when they are read until they are shown. */
  readonly outputBudget: ByteBudget;
  /** For the files of `--collect`. */
  readonly collectTotal: ByteTotal;
  /** When aborted, running commands are ended. */
  readonly ending: AbortSignal;
}
