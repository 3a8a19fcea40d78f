import type { Stats } from 'node:fs';
import { lstat, readdir, readlink, stat } from 'node:fs/promises';
import { fileErrorText } from '../../errors/error-text.ts';
import { childPath } from '../names/safe-path.ts';
import type { BytePath } from '../file-sink.ts';
import type { LocalEntry, LocalTree } from './source-entry.ts';

/** Setuid and setgid are never copied. */
const KEPT_BITS = 0o1777;
const BLOCK_BYTES = 512;
/** A smaller file is sent whole. */
const LEAST_SPARSE_BYTES = 8 * 1024 * 1024;

type Left = LocalTree['left'][number];

/**
 * Lists a local file, or a folder and all below. A link that is named itself is followed, links below are not. Sockets,
 * devices and FIFOs are left out, and what cannot be read. Throws the error of the system if the source itself cannot be
 * looked at, and the signal's reason.
 */
export async function readLocalTree(source: Buffer, signal: AbortSignal): Promise<LocalTree> {
  const entries: LocalEntry[] = [];
  const left: Left[] = [];
  const add = async (local: Buffer, path: BytePath, found: Stats): Promise<void> => {
    signal.throwIfAborted();
    if (found.isSymbolicLink()) return addLink(local, path, found);
    if (found.isFile()) entries.push({ ...common(local, path, found), kind: 'file' });
    else if (found.isDirectory()) await addFolder(local, path, found);
    else left.push({ local, why: 'it is a socket, a FIFO or a device', isFailure: false });
  };
  const addLink = async (local: Buffer, path: BytePath, found: Stats): Promise<void> => {
    const target = (await readlink(local, { encoding: 'buffer' })).toString('latin1');
    entries.push({ ...common(local, path, found), kind: 'link', size: 0, isSparse: false, target });
  };
  const addFolder = async (local: Buffer, path: BytePath, found: Stats): Promise<void> => {
    entries.push({ ...common(local, path, found), kind: 'folder', size: 0, isSparse: false });
    const names = await orLeft(local, () => readdir(local, { encoding: 'buffer' }));
    for (const name of names ?? []) {
      const child = Buffer.concat([local, Buffer.from('/'), name]);
      const childFound = await orLeft(child, () => lstat(child));
      if (childFound !== undefined) await add(child, childPath(path, name.toString('latin1')), childFound);
    }
  };
  const orLeft = async <T>(local: Buffer, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      left.push({ local, why: fileErrorText(error), isFailure: true });
      return undefined;
    }
  };
  await add(source, '', await stat(source));
  return { entries, left };
}

function common(local: Buffer, path: BytePath, found: Stats): Omit<LocalEntry, 'kind'> {
  const { size, mode, mtimeMs, blocks } = found;
  const isSparse = size >= LEAST_SPARSE_BYTES && blocks * BLOCK_BYTES < size / 2;
  return { local, path, size, mode: mode & KEPT_BITS, mtime: Math.floor(mtimeMs / 1000), isSparse };
}
