import { lstatSync } from 'node:fs';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { BytePath, FileWriter, Refusal, SourceEntry } from '../file-sink.ts';
import { pathText } from '../names/path-text.ts';
import { parentPath, safePath } from '../names/safe-path.ts';
import { readEarlier, type Earlier } from './earlier-files.ts';
import { localPaths, type LocalPaths } from './local-paths.ts';
import type { LocalTreeOptions } from './local-tree.ts';
import type { Remains } from './partial-place.ts';
import { orWriteFailed } from './write-failure.ts';

/** Where and how a copy is staged. */
export interface StagingOptions {
  /** Absolute. */
  readonly partial: string;
  readonly remains: Remains;
  readonly options: LocalTreeOptions;
  readonly refuse: (path: BytePath, why: Refusal) => void;
}

/** What lies in the partial file or folder. */
export interface Staged extends StagingOptions {
  readonly paths: LocalPaths;
  readonly isPreserved: boolean;
  /** What came in this call. */
  readonly made: Map<BytePath, 'folder' | 'open' | 'file' | 'link'>;
  /** What an earlier call left and this one has not come to; also the parts that this one left. */
  readonly earlier: Map<BytePath, Earlier>;
  /** Each after the one that it lies in, with the permission bits that it gets; none if it has them. */
  readonly folders: Map<BytePath, { readonly mode: number | undefined; readonly mtime: number }>;
  /** They are made last. */
  readonly links: Map<BytePath, { readonly target: BytePath; readonly mtime: number }>;
  readonly writers: Set<FileWriter>;
  /** What lies in such a folder is refused for the same reason. */
  readonly refusedFolders: Map<BytePath, Refusal>;
}

/** Reads what an earlier call has left. Throws `write-failed`. */
export function readStaged(start: StagingOptions): Staged {
  const paths = localPaths(start.partial, start.options.platform);
  return {
    ...start,
    paths,
    isPreserved: start.options.preserve !== false,
    made: new Map(),
    earlier: orWriteFailed({ path: start.partial }, () => readRemains(paths, start.remains)),
    folders: new Map(),
    links: new Map(),
    writers: new Set(),
    refusedFolders: new Map(),
  };
}

function readRemains(paths: LocalPaths, remains: Remains): Map<BytePath, Earlier> {
  switch (remains) {
    case 'nothing':
      return new Map();
    case 'file': {
      const { size, mode, mtimeMs } = lstatSync(paths.root);
      return new Map([['', { kind: 'file', size, mode, mtimeMs }]]);
    }
    case 'folder':
      return readEarlier(paths);
  }
}

/** Whether the folder of an entry came. */
export function hasParent({ made }: Staged, path: BytePath): boolean {
  return path === '' || made.get(parentPath(path)) === 'folder';
}

/** Where a new entry goes; undefined if it is refused. */
export function admit(staged: Staged, { path, kind }: SourceEntry): string | Buffer | undefined {
  const place = staged.paths.find(path);
  const why = judge(staged, path) ?? (place === undefined ? 'name' : undefined);
  if (why === undefined) return place;
  refuseEntry(staged, { path, kind }, why);
  return undefined;
}

function judge(staged: Staged, path: BytePath): Refusal | undefined {
  if (!safePath(path)) return 'outside';
  const above = path === '' ? undefined : staged.refusedFolders.get(parentPath(path));
  if (above !== undefined) return above;
  return staged.made.has(path) || !hasParent(staged, path) ? 'outside' : undefined;
}

/** Refuses an entry, and what lies in it. */
export function refuseEntry(
  staged: Staged,
  { path, kind }: Pick<SourceEntry, 'path' | 'kind'>,
  why: Refusal,
): void {
  if (kind === 'folder' && !staged.made.has(path)) staged.refusedFolders.set(path, why);
  staged.refuse(path, why);
}

/** The codes for names that a file system cannot have. */
const NAME_CODES: ReadonlySet<string | undefined> = new Set(['EEXIST', 'ENAMETOOLONG', 'EILSEQ', 'EINVAL']);

/**
 * Whether a new entry failed by its name. It also exists already where two of the names that the container tells apart
 * are one here, as with upper and lower case on macOS and Windows: the first one stays.
 */
export function failsByName(path: BytePath, code: string | undefined): boolean {
  return path !== '' && NAME_CODES.has(code);
}

/** The path of an entry for messages. */
export function stagedText({ partial }: Staged, path: BytePath): string {
  return path === '' ? partial : `${partial}/${pathText(path)}`;
}

/** Throws if an earlier call left a file where this one makes a folder, or the other way round. */
export function refuseOtherRemains({ remains, partial }: Staged, kind: 'file' | 'folder'): void {
  if (remains === 'nothing' || remains === kind) return;
  throw new CliError(
    'write-failed',
    `cannot write ${partial}: it is a ${remains} that an earlier copy left, and this copy needs a ${kind}`,
    { hint: commandText`if it is not needed, remove it: rm -r ${partial}` },
  );
}
