import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import type { FileLine } from '../../audit/journal/journal-line.ts';
import { safeName } from '../../audit/results/text/file-name.ts';
import type { RowJson } from '../../audit/rows/row-json.ts';
import type { BytePath } from '../../files/file-sink.ts';
import { childPath } from '../../files/names/safe-path.ts';

/** The bytes of a line: much less than a ConfigMap, so that a few lines are in memory at a time. */
const LINE_BYTES = 256 * 1024;
const PERMISSIONS = 0o777;
const OWNER_MAY_READ = 0o400;
const OWNER_MAY_ALL = 0o700;

/** The row of a container, and where its files lie. */
export interface RowWithFiles {
  readonly id: string;
  readonly row: Pick<RowJson, 'namespace' | 'pod' | 'target'>;
  /** The folder of this worker, absolute. */
  readonly folder: string;
  /** The paths of `--collect`. */
  readonly paths: readonly string[];
}

/** The folder with all files of a container. */
export function folderOfRow({ folder, row }: Omit<RowWithFiles, 'id' | 'paths'>): string {
  return path.join(folder, ...[row.namespace, row.pod, row.target].map(safeName));
}

/**
 * Reads the files that a worker has collected from a container, as lines. The worker owns them and may not be allowed to
 * read them, as they have the modes of the container: it then allows itself. Throws the errors of the system.
 */
export function* filesOfRow(from: RowWithFiles): Generator<FileLine, void> {
  const below = folderOfRow(from);
  for (const top of from.paths) {
    const place = path.join(below, top);
    const found = lstatSync(place, { throwIfNoEntry: false });
    const common = { kind: 'file', id: from.id, container: from.row.target, top } as const;
    if (found !== undefined) yield* linesOf({ common, place: Buffer.from(place), path: '' }, found);
  }
}

interface Place {
  readonly common: Pick<FileLine, 'kind' | 'id' | 'container' | 'top'>;
  /** Of this machine. */
  readonly place: Buffer;
  /** Below the top. */
  readonly path: BytePath;
}

function* linesOf(at: Place, found: Stats): Generator<FileLine, void> {
  const { common, place } = at;
  const mode = found.mode & PERMISSIONS;
  const mtime = Math.floor(found.mtimeMs / 1000);
  const entry = { ...common, path: at.path, mode, mtime, size: 0, offset: 0, bytes: '' };
  if (found.isDirectory()) {
    if ((mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) chmodSync(place, mode | OWNER_MAY_ALL);
    yield { ...entry, type: 'folder' };
    for (const name of readdirSync(place, { encoding: 'buffer' })) {
      const child = Buffer.concat([place, Buffer.from('/'), name]);
      const inner = { common, place: child, path: childPath(at.path, name.toString('latin1')) };
      yield* linesOf(inner, lstatSync(child));
    }
  } else if (found.isSymbolicLink())
    yield { ...entry, type: 'link', bytes: readlinkSync(place, { encoding: 'buffer' }).toString('base64') };
  else {
    if ((mode & OWNER_MAY_READ) === 0) chmodSync(place, mode | OWNER_MAY_READ);
    for (const { offset, bytes } of partsOf(place, found.size))
      yield { ...entry, type: 'file', size: found.size, offset, bytes: bytes.toString('base64') };
  }
}

/** The parts of a file; an empty file has one. */
function* partsOf(
  place: Buffer,
  size: number,
): Generator<{ readonly offset: number; readonly bytes: Buffer }, void> {
  const descriptor = openSync(place, 'r');
  try {
    let offset = 0;
    do {
      const bytes = Buffer.alloc(Math.min(LINE_BYTES, size - offset));
      const count = readSync(descriptor, bytes, 0, bytes.length, offset);
      if (count === 0 && size > 0) throw new Error('a collected file has become shorter');
      yield { offset, bytes: bytes.subarray(0, count) };
      offset += count;
    } while (offset < size);
  } finally {
    closeSync(descriptor);
  }
}
