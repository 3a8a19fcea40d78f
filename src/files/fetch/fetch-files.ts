import type { BytePath, FileSink, SourceEntry } from '../file-sink.ts';
import type { FilesContext } from '../remote/run-files-script.ts';
import { makeAttempts, type Attempts } from './attempts.ts';
import type { FetchedFile, Fetching, FileNote } from './fetched.ts';
import { fetchLargeFiles } from './fetch-large-files.ts';
import { fetchSmallFiles } from './fetch-small-files.ts';
import { listFiles, type FileList } from './list-files.ts';
import type { ListedFile } from './listed-file.ts';

/** How to read a path of a container. */
export interface FetchOptions {
  /** How often to go on after a cut; Infinity: until nothing has come for two minutes. */
  readonly retries: number;
  readonly onRetry: (why: string) => void;
  /** Bytes that have come, of all that were listed. */
  readonly onProgress: (done: number, total: number) => void;
}

/** What was read. */
export interface Fetched {
  readonly files: readonly FetchedFile[];
  readonly folders: number;
  readonly links: number;
  readonly notes: readonly FileNote[];
  /** What the tools said of files that they could not list. */
  readonly complaints: readonly string[];
}

/** A path of a container that was listed, and can be read. */
export interface ListedPath extends FileList {
  /** In the target. */
  readonly path: string;
  readonly attempts: Attempts;
  /** Whether it is a folder, rather than a file. */
  readonly isFolder: boolean;
  /** The bytes of all its files. */
  readonly bytes: number;
  /** Whether more bytes have come than before. */
  readonly meter: { done: number };
}

/** Lists a path, so that the caller can decide where it goes. Throws as `listFiles`. */
export async function listPath(
  context: FilesContext,
  { path, retries, onRetry }: Pick<FetchOptions, 'retries' | 'onRetry'> & { readonly path: string },
  signal: AbortSignal,
): Promise<ListedPath> {
  const meter = { done: 0 };
  const attempts = makeAttempts(context.io, { retries, onRetry, progress: () => meter.done });
  const list = await listFiles(context, { path, attempts }, signal);
  const bytes = list.files.reduce((sum, { kind, size }) => (kind === 'file' ? sum + size : sum), 0);
  const isFolder = list.files.some((file) => file.path === '' && file.kind === 'folder');
  return { ...list, path, attempts, isFolder, bytes, meter };
}

/** What to read of a path, and where it goes. */
export interface FetchRequest {
  readonly listed: ListedPath;
  readonly sink: FileSink;
  readonly onProgress: FetchOptions['onProgress'];
}

/**
 * Reads all files of a listed path into a sink, through cuts, and compares their sha256 with that of the container. Throws
 * `connection-lost`, what the sink throws, and the reason of the signal; the sink then has what had come.
 */
export async function fetchFiles(
  context: FilesContext,
  { listed, sink, onProgress }: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  const { path, meter, bytes } = listed;
  const fetching: Fetching = {
    context,
    path,
    sink,
    onBytes: (count) => onProgress((meter.done += count), bytes),
  };
  const { small, large, secondNames, folders } = await sortOut(listed, sink, fetching.onBytes);
  const files: FetchedFile[] = [];
  const notes: FileNote[] = [];
  const results = {
    onFile: (file: FetchedFile) => void files.push(file),
    onNote: (note: FileNote) => void notes.push(note),
  };
  const job = { attempts: listed.attempts, ...results };
  const links = small.filter(({ kind }) => kind === 'link').length;
  const left = await fetchSmallFiles(fetching, { ...job, files: small }, signal);
  await fetchLargeFiles(fetching, { ...job, files: [...left, ...large] }, signal);
  const unlinked = secondNames.filter(({ file, first }) => !sink.addHardLink(asEntry(file), first));
  await fetchLargeFiles(fetching, { ...job, files: unlinked.map(({ file }) => file) }, signal);
  return { files, folders, links, notes, complaints: listed.complaints };
}

interface Sorted {
  readonly small: readonly ListedFile[];
  readonly large: readonly ListedFile[];
  /** Other names of large files, which need not be read twice. */
  readonly secondNames: readonly { readonly file: ListedFile; readonly first: BytePath }[];
  readonly folders: number;
}

/** Files of this size and more are read one by one, so that a cut loses nothing of them. */
const LARGE_BYTES = 1024 * 1024;

/** A copied file needs no tar, which its debug image may lack. */
function needsOwnStream({ path, kind, size, sparse }: ListedFile): boolean {
  return path === '' || (kind === 'file' && (sparse || size >= LARGE_BYTES));
}

async function sortOut({ files }: FileList, sink: FileSink, onBytes: Fetching['onBytes']): Promise<Sorted> {
  const small: ListedFile[] = [];
  const large: ListedFile[] = [];
  const secondNames: { file: ListedFile; first: BytePath }[] = [];
  const firstNames = new Map<string, BytePath>();
  let folders = 0;
  const sort = (file: ListedFile): void => {
    const { path, inode } = file;
    const first = inode === undefined ? undefined : firstNames.get(inode);
    if (inode !== undefined && first === undefined) firstNames.set(inode, path);
    if (!needsOwnStream(file)) small.push(file);
    else if (first === undefined) large.push(file);
    else secondNames.push({ file, first });
  };
  for (const file of files) {
    const { path, kind, size } = file;
    if (kind === 'folder') {
      folders += 1;
      await sink.addFolder({ ...file, kind });
    } else if (kind === 'special') sink.refuse(path, 'special');
    else if (kind === 'file' && sink.hasFile(asEntry(file))) onBytes(size);
    else sort(file);
  }
  return { small, large, secondNames, folders };
}

function asEntry(file: ListedFile): SourceEntry {
  return { ...file, kind: file.kind === 'special' ? 'file' : file.kind };
}
