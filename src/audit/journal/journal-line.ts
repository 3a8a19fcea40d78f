import type { AuditSettings } from '../rows/audit-settings.ts';
import type { RowJson } from '../rows/row-json.ts';
import type { RunItem } from '../rows/run-item.ts';

/**
 * The lines of an audit of several clusters name the context to which they belong. Those of one context are like the journal
 * of an audit of its cluster alone.
 */
interface OfContext {
  readonly context?: string;
}

/** The first line of a journal. */
export interface JournalHead extends OfContext {
  readonly kind: 'run';
  readonly version: 1;
  readonly runId: string;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The address of the API server: an audit can be resumed only on the same cluster. */
  readonly server: string;
  readonly settings: AuditSettings;
  /** The namespaces of the pods; null for all namespaces. */
  readonly namespaces: readonly string[] | null;
  /**
   * In the first line of an audit of several clusters: their contexts, and what its pods were chosen by, for a cluster that
   * could not be reached. Its `server` is that of no cluster, so that an older version does not resume it.
   */
  readonly contexts?: { readonly names: readonly string[]; readonly from: unknown };
}

/**
 * One line of a journal, written to disk before we do what it announces. After a crash:
 * - `adding` without a row: we look for the container in the pod, by its name, which only this audit uses;
 * - `exec` without a row: nobody knows whether the command ended;
 * - `copying` without `copy-deleted`: the copy may still be there.
 */
export type JournalLine =
  | JournalHead
  | (OfContext & { readonly kind: 'item'; readonly item: RunItem })
  /** Follows the last item. Without it, nothing was started. */
  | (OfContext & { readonly kind: 'selected' })
  | (OfContext & {
      readonly kind: 'adding' | 'exec' | 'copying' | 'copy-deleted';
      readonly container: string;
    })
  | FileLine
  | RowLine;

/**
 * A file of `--collect`, or a part of one, on its way from a worker of a fleet to the one who follows it. The lines of a
 * container come before its row: each path of `--collect` for itself, a folder before what lies in it, a file from its first
 * byte to its last.
 */
export interface FileLine extends OfContext {
  readonly kind: 'file';
  /** The name of the item's debug container. */
  readonly id: string;
  /** The container whose file it is. */
  readonly container: string;
  /** The path of `--collect`, as it was typed. */
  readonly top: string;
  /** Below `top`, '' for itself. Each character is a byte. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link';
  /** Of the whole file, in bytes. */
  readonly size: number;
  /** The permission bits. */
  readonly mode: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** Where the bytes belong in the file. */
  readonly offset: number;
  /** Base64: bytes of a file, or what a link leads to. */
  readonly bytes: string;
}

/** The result of an item. */
export interface RowLine extends OfContext {
  readonly kind: 'row';
  /** The name of the item's debug container; '' for a pod that was skipped. */
  readonly id: string;
  readonly row: RowJson;
}
