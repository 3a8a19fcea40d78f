import type { BytePath, SourceEntry } from '../file-sink.ts';

/** A local file, folder or link that is sent. `path` is relative to the source; `` is the source itself. */
export interface LocalEntry extends SourceEntry {
  /** Absolute, as the functions of this system take it. */
  readonly local: Buffer;
  /** The target of a link. */
  readonly target?: BytePath;
  /** Whether much of a file has no blocks on the disk. */
  readonly isSparse: boolean;
}

/** A local tree, and what is left out of it. */
export interface LocalTree {
  /** A folder comes before what is in it. */
  readonly entries: readonly LocalEntry[];
  /** What is left out, and why, in words. */
  readonly left: readonly { readonly local: Buffer; readonly why: string; readonly isFailure: boolean }[];
}

/** Of all entries. */
export function totalBytes(entries: readonly LocalEntry[]): number {
  return entries.reduce((sum, { kind, size }) => sum + (kind === 'file' ? size : 0), 0);
}
