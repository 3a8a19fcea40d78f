import path from 'node:path';
import { isCliError } from '../../errors/cli-error.ts';
import { fetchFiles, listPath, type Fetched, type ListedPath } from '../../files/fetch/fetch-files.ts';
import { fetchedRemarks, lacksFiles } from '../../files/fetch/fetched-remarks.ts';
import type { ListedFile } from '../../files/fetch/listed-file.ts';
import type { BytePath } from '../../files/file-sink.ts';
import { pathText } from '../../files/names/path-text.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import { hashPart } from '../../files/receive/hash-part.ts';
import { localPaths } from '../../files/receive/local-paths.ts';
import { openLocalTree } from '../../files/receive/open-local-tree.ts';
import type { CollectedFile, LeftOut } from '../rows/collected.ts';
import type { ByteTotal } from '../schedule/byte-total.ts';
import { chooseFiles } from './choose-files.ts';
import type { CollectedLink, Listing } from './collected-text.ts';
import { makePlace } from './make-place.ts';
import { watchSink } from './watch-sink.ts';

/** One path of one container, and where it goes. */
export interface PathJob {
  readonly context: FilesContext;
  /** Absolute, as it was typed. */
  readonly path: string;
  /** `--output-dir`, absolute. */
  readonly folder: string;
  /** The folders of the container in it. */
  readonly names: readonly string[];
  /** What `--max-output` leaves to this container. */
  readonly bytesLeft: number;
  readonly filesBefore: number;
  /** What `--max-total` leaves to all. */
  readonly total: ByteTotal;
  /** Called once the debug container has answered. */
  readonly onAnswer: () => void;
}

/** What came of one path. */
export interface PathResult extends Listing {
  /** For a person. */
  readonly remarks: readonly string[];
  /** Whether something is missing that was asked for. */
  readonly isPartial: boolean;
}

const NOT_THERE: readonly string[] = ['file-not-found', 'file-denied'];

/**
 * Reads one path of a container into its folder. A path that is missing or may not be read is a result. What had come
 * before an error stays for the next call. Throws as `listPath`, `openLocalTree` and `fetchFiles`.
 */
export async function collectPath(job: PathJob, signal: AbortSignal): Promise<PathResult> {
  const bytePath = Buffer.from(job.path).toString('latin1');
  try {
    const wanted = { path: bytePath, retries: Infinity, onRetry: () => undefined };
    const listed = await listPath(job.context, wanted, signal);
    job.onAnswer();
    return await receiveChosen(job, listed, signal);
  } catch (error) {
    if (!isCliError(error) || !NOT_THERE.includes(error.kind)) throw error;
    job.onAnswer();
    const leftOut = [{ path: pathText(bytePath), why: error.kind }];
    return { files: [], links: [], leftOut, remarks: [], isPartial: true };
  }
}

async function receiveChosen(job: PathJob, listed: ListedPath, signal: AbortSignal): Promise<PathResult> {
  const { total, bytesLeft, filesBefore } = job;
  // Nothing may wait between the look at the total and the taking.
  const chosen = chooseFiles(listed.files, { ofContainer: bytesLeft, ofAll: total.left(), filesBefore });
  total.take(chosen.bytes);
  let taken = chosen.bytes;
  let bytesOfResult = 0;
  const takeMore = (bytes: number): boolean => {
    if (taken + bytes > bytesLeft || bytes > total.left()) return false;
    total.take(bytes);
    taken += bytes;
    return true;
  };
  try {
    const fitting = { ...listed, files: chosen.files, bytes: chosen.bytes };
    const result = await receive(job, { listed: fitting, takeMore }, signal);
    bytesOfResult = sumOf(result.files);
    const bounded = chosen.leftOut.map(({ file, why }) => ({
      path: textOf(listed, file.path),
      why,
      size: file.size,
    }));
    return {
      ...result,
      leftOut: [...bounded, ...result.leftOut],
      isPartial: result.isPartial || bounded.length > 0,
    };
  } finally {
    total.giveBack(taken - bytesOfResult);
  }
}

/** How many bytes files have. */
export function sumOf(files: readonly { readonly size: number }[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The whole path of an entry, as text. */
function textOf({ path: top }: Pick<ListedPath, 'path'>, entry: BytePath): string {
  return pathText(entry === '' ? top : `${top}/${entry}`);
}

interface Receiving {
  /** With the files that were chosen. */
  readonly listed: ListedPath;
  readonly takeMore: (bytes: number) => boolean;
}

async function receive(
  { context, path: typed, folder, names }: PathJob,
  { listed, takeMore }: Receiving,
  signal: AbortSignal,
): Promise<PathResult> {
  const { platform, userId, now } = context.io;
  const place = makePlace(folder, [...names, ...typed.split('/').filter((name) => name !== '')]);
  const byPath = new Map(listed.files.map((file) => [file.path, file]));
  const sizeOf = (one: BytePath): number => byPath.get(one)?.size ?? 0;
  const tree = openLocalTree(path.resolve(place), { platform, userId, now });
  const { sink, links, kept } = watchSink(tree, { sizeOf, takeMore });
  try {
    const fetched = await fetchFiles(context, { listed, sink, onProgress: () => undefined }, signal);
    tree.commit();
    const refused = tree.refused();
    const lost = new Set(refused.flatMap(({ paths }) => paths));
    const stays = (one: { readonly path: BytePath }): boolean => !lost.has(one.path);
    const hashed = await hashKept(place, platform, kept.filter(stays));
    return {
      files: describeFiles(listed, [...fetched.files.filter(stays), ...hashed]),
      links: links.filter(stays).map((link) => describeLink(listed, link)),
      leftOut: [...notRead(listed, fetched), ...refusedOf(listed, refused)],
      remarks: fetchedRemarks({ ...fetched, notes: fetched.notes.filter(isRemark) }, []),
      // What was named itself cannot be copied.
      isPartial: lacksFiles(fetched) || lost.has(''),
    };
  } catch (error) {
    tree.abandon();
    throw error;
  }
}

type Refusals = ReturnType<ReturnType<typeof openLocalTree>['refused']>;

function describeLink(
  listed: ListedPath,
  { path: one, target }: { readonly path: BytePath; readonly target: BytePath },
): CollectedLink {
  return { path: textOf(listed, one), target: pathText(target) };
}

/** Files that did not come are listed as such. */
function isRemark({ trouble }: Fetched['notes'][number]): boolean {
  return trouble !== 'gone' && trouble !== 'denied';
}

function notRead(listed: ListedPath, { notes }: Fetched): readonly LeftOut[] {
  return notes
    .filter((note) => !isRemark(note))
    .map(({ path: one, trouble }) => ({
      path: textOf(listed, one),
      why: trouble === 'denied' ? 'file-denied' : trouble,
    }));
}

function refusedOf(listed: ListedPath, refused: Refusals): readonly LeftOut[] {
  return refused.flatMap(({ why, paths }) => paths.map((one) => ({ path: textOf(listed, one), why })));
}

interface Hashed {
  readonly path: BytePath;
  readonly size: number;
  readonly sha256: string;
}

/** Files of an earlier call, and second names of files, were not read in this one. */
function hashKept(
  place: string,
  platform: NodeJS.Platform,
  kept: readonly { readonly path: BytePath; readonly size: number }[],
): Promise<readonly Hashed[]> {
  const paths = localPaths(place, platform);
  return Promise.all(
    kept.map(async ({ path: one, size }) => {
      const hash = await hashPart(paths.at(one), size);
      return { path: one, size, sha256: hash.digest('hex') };
    }),
  );
}

function describeFiles(listed: ListedPath, files: readonly Hashed[]): readonly CollectedFile[] {
  const byPath = new Map<BytePath, ListedFile>(listed.files.map((file) => [file.path, file]));
  return [...new Map(files.map((file) => [file.path, file])).values()].map(({ path: one, size, sha256 }) => {
    const { mode = 0, mtime = 0 } = byPath.get(one) ?? {};
    return { path: textOf(listed, one), size, sha256, mode, mtime: dateOf(mtime) };
  });
}

/** The latest time that JavaScript knows; a file can have a later one. */
const MOST_SECONDS = 8_640_000_000_000;

function dateOf(seconds: number): Date {
  return new Date(Math.max(Math.min(seconds, MOST_SECONDS), -MOST_SECONDS) * 1000);
}
