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
  /** The address of the API server: an audit can be resumed only on the same cluster. */
  readonly server: string;
  readonly settings: AuditSettings;
  /** The namespaces of the pods; null for all namespaces. */
  readonly namespaces: readonly string[] | null;
}

/**
 * One line of a journal, written to disk before we do what it announces. After a crash:
 * - `adding` without a row: we look for the container in the pod, by its name, which only this audit uses;
 * - `exec` without a row: nobody knows whether the command ended;
 * - `copying` without `copy-deleted`: the copy may still be there.
 */
export type JournalLine =
  | JournalHead
  | { readonly kind: 'item'; readonly item: RunItem }
  /** Follows the last item. Without it, nothing was started. */
  | { readonly kind: 'selected' }
  | { readonly kind: 'adding' | 'exec' | 'copying' | 'copy-deleted'; readonly container: string }
  | FileLine
  | RowLine;

/**
 * A file of `--collect`, or a part of one, on its way from a worker of a fleet to the one who follows it. The lines of a
 * container come before its row: each path of `--collect` for itself, a folder before what lies in it, a file from its first
 * byte to its last.
 */
export interface FileLine {
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
export interface RowLine {
  readonly kind: 'row';
  /** The name of the item's debug container; '' for a pod that was skipped. */
  readonly id: string;
  readonly row: RowJson;
}
