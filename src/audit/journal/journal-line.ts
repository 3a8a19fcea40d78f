import type { AuditSettings } from '../rows/audit-settings.ts';
import type { RowJson } from '../rows/row-json.ts';
import type { RunItem } from '../rows/run-item.ts';

/** The first line of a journal. */
export interface JournalHead {
  readonly kind: 'run';
  readonly version: 1;
  readonly runId: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The address of the API server: a run is resumed on the cluster that it was started on. */
  readonly server: string;
  readonly settings: AuditSettings;
  /** Where the pods are: namespaces, or null for all. */
  readonly namespaces: readonly string[] | null;
}

/**
 * One line of a journal. A line is on the disk before what it announces is done: an `adding` that has no row is looked
 * up in the cluster, as its container has a name that only this run uses; an `exec` that has none is not known to have
 * ended; a copy that was announced by `copying`, and not told of by `copy-deleted`, may be there still.
 */
export type JournalLine =
  | JournalHead
  | { readonly kind: 'item'; readonly item: RunItem }
  /** Behind the last item: without it nothing was started. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'adding' | 'exec' | 'copying' | 'copy-deleted'; readonly container: string }
  | RowLine;

/** What became of an item. */
export interface RowLine {
  readonly kind: 'row';
  /** The name of the item's debug container; '' for a pod that is not tried. */
  readonly id: string;
  readonly row: RowJson;
}
