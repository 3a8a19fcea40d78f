import type { Cluster } from '../../cluster/cluster.ts';
import type { Rights } from '../../cluster/api/rights.ts';
import type { Io } from '../../io.ts';
import type { AuditSettings } from '../rows/audit-settings.ts';
import type { ByteRoom } from '../schedule/byte-room.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunItem } from '../rows/run-item.ts';
import type { SharedWatch } from '../watch/shared-watch.ts';

/** What every run of an audit needs. */
export interface AuditContext {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly rights: Rights;
  readonly watch: SharedWatch;
  readonly journal: Journal;
  readonly settings: AuditSettings;
  /** Told once the container of an item has started, so that its image is on the node. */
  readonly onStarted: (item: RunItem) => void;
  /** Told once the command of an item is known to run: in an envelope its container may start though its program is missing. */
  readonly onRan: (item: RunItem) => void;
  /** Whether all else waits until the first command is known to run. */
  readonly isTrying: () => boolean;
  /** Says what is left behind. */
  readonly warn: (text: string) => void;
  /** The profile that a namespace has taken in place of the one that was asked for. */
  readonly fits: Map<string, string>;
  /** Whether the image is known to have no shell for the envelope of the command. */
  readonly shell: { isMissing: boolean };
  /** Items, by their debug containers, of which a copy was announced before the run was resumed, and may be there. */
  readonly copied: ReadonlySet<string>;
  /** For the outputs that are in memory, from when they are read until they are shown. */
  readonly room: ByteRoom;
  /** Aborted when what runs is to be ended. */
  readonly ending: AbortSignal;
}
