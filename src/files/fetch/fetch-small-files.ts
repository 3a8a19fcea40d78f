import { fetchLargeFiles } from './fetch-large-files.ts';
import { fetchByTar } from './fetch-by-tar.ts';
import type { FetchedFile, Fetching, FileNote, WantedFiles } from './fetched.ts';
import type { Attempts } from './attempts.ts';
import { hashFiles, nameList } from './hash-files.ts';
import type { ListedFile } from './listed-file.ts';
import { stoppedError } from '../remote/stopped-error.ts';
import type { BytePath } from '../file-sink.ts';

/** Small files to read, and where the results go. */
interface SmallFiles {
  readonly files: readonly ListedFile[];
  readonly attempts: Attempts;
  readonly onFile: (file: FetchedFile) => void;
  readonly onNote: (note: FileNote) => void;
}

/**
 * Reads small files and links by tar, and their sha256 at the same time. Returns the files to read one by one: tar could
 * not read them, or they changed meanwhile. Throws as `attempts`, and what the sink throws.
 */
export async function fetchSmallFiles(
  fetching: Fetching,
  { files, attempts, onFile, onNote }: SmallFiles,
  signal: AbortSignal,
): Promise<readonly ListedFile[]> {
  if (files.length === 0) return [];
  const wanted: WantedFiles = new Map(files.map((file) => [file.path, file]));
  const came = new Map<BytePath, FetchedFile>();
  const hashing = new AbortController();
  const hashes = readHashes(fetching, { files, attempts }, AbortSignal.any([signal, hashing.signal]));
  hashes.catch(() => undefined); // thrown where it is awaited below
  try {
    await attempts.until(async () => {
      const before = wanted.size;
      const left: ListedFile[] = [];
      const onCame = (file: FetchedFile): void => void came.set(file.path, file);
      const pass = { wanted, onFile: onCame, onLeft: (file: ListedFile) => void left.push(file) };
      const end = await fetchByTar(fetching, pass, signal);
      if (left.length > 0) await fetchLargeFiles(fetching, { files: left, attempts, onFile, onNote }, signal);
      for (const file of left) wanted.delete(file.path);
      if (end.kind === 'stopped') throw stoppedError(fetching.context, fetching.path, end);
      // A tar that died of one file goes on after it, as long as more comes.
      const isStuck = wanted.size === before;
      if (wanted.size === 0 || (end.kind === 'done' && isStuck)) return { kind: 'done', value: undefined };
      return end.kind === 'done' ? { kind: 'again' } : { kind: 'cut', end: end.end };
    }, signal);
    const theirs = await hashes;
    const changed = new Set<BytePath>();
    for (const file of files) {
      const one = came.get(file.path);
      if (one === undefined) continue;
      const isSame = theirs.get(file.path) === one.sha256;
      if (!isSame && fetching.sink.takeBack({ ...file, kind: 'file' })) changed.add(file.path);
      else onFile(one);
      if (!isSame && !changed.has(file.path)) onNote({ path: file.path, trouble: 'changed' });
    }
    return files.filter(({ path }) => wanted.has(path) || changed.has(path));
  } finally {
    hashing.abort();
  }
}

async function readHashes(
  { context, path }: Fetching,
  { files, attempts }: Pick<SmallFiles, 'files' | 'attempts'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<BytePath, string>> {
  const hashes = new Map<BytePath, string>();
  const paths = files.filter(({ kind }) => kind === 'file').map((file) => file.path);
  if (paths.length === 0) return hashes;
  return attempts.until(async () => {
    const names = nameList(paths.filter((one) => !hashes.has(one)));
    const end = await hashFiles(
      context,
      { path, names, onHash: (one, hash) => hashes.set(one, hash) },
      signal,
    );
    return end.kind === 'cut' ? { kind: 'cut', end: end.end } : { kind: 'done', value: hashes };
  }, signal);
}
