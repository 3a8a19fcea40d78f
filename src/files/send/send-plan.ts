import type { BytePath } from '../file-sink.ts';
import { escapedName } from './send-scripts.ts';
import type { LocalEntry } from './source-entry.ts';

/** A file of this size or more is sent in pieces, so that it can go on after a cut. */
export const LARGE_BYTES = 8 * 1024 * 1024;
/** Large files are written in blocks of this size. */
export const PIECE_BLOCK_BYTES = 64 * 1024;

/** An entry, with its name in the staging folder. */
export interface StagedEntry extends LocalEntry {
  readonly name: BytePath;
}

/** How the entries of a tree are named and what modes they get. */
export interface StagePlan {
  /** The name of the source itself; undefined if only what is in it is sent. */
  readonly top: BytePath | undefined;
  /** Whether files keep their modes; else they get those of new files. */
  readonly preserves: boolean;
}

/** What a umask of 022 leaves. */
const NEW_BITS = 0o755;
const OWNER_BITS = 0o700;

/** Gives each entry its name in the staging folder; the source itself has none if only what is in it is sent. */
export function stageEntries(
  entries: readonly LocalEntry[],
  { top, preserves }: StagePlan,
): readonly StagedEntry[] {
  return entries.flatMap((entry) => {
    const parts = [top, entry.path].filter((part) => part !== undefined && part !== '');
    const mode = preserves ? entry.mode : entry.mode & NEW_BITS;
    return parts.length === 0 ? [] : [{ ...entry, mode, name: parts.join('/') }];
  });
}

/** The mode of a folder while it is filled and moved, which takes the rights of its owner. */
export function stagedMode({ kind, mode }: StagedEntry): number {
  return kind === 'folder' ? mode | OWNER_BITS : mode;
}

/** The commands of `COMMIT_SCRIPT` for folders that were staged with another mode than theirs; the deepest first. */
export function modeLines(entries: readonly StagedEntry[]): string {
  return entries
    .filter((entry) => entry.kind === 'folder' && stagedMode(entry) !== entry.mode)
    .map(({ name, mode }) => `mode ${escapedName(name)} ${mode.toString(8)}\n`)
    .toReversed()
    .join('');
}
