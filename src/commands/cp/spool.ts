import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileSink } from '../../files/file-sink.ts';
import type { LocalTree } from '../../files/receive/local-tree.ts';
import { openLocalTree } from '../../files/receive/open-local-tree.ts';
import { readLocalTree } from '../../files/send/read-local-tree.ts';
import type { LocalEntry, LocalTree as SentTree } from '../../files/send/source-entry.ts';
import type { Io } from '../../io.ts';

/** A folder of this machine in which a tree waits to be sent; nobody else can enter it. */
export interface Spool {
  /** Takes the tree. Links are only remembered, so none of them can lead anywhere here. */
  readonly sink: FileSink;
  readonly refused: LocalTree['refused'];
  /** What has been taken. */
  readonly finish: (signal: AbortSignal) => Promise<SentTree>;
}

/** Calls `body` with a spool, and removes it on every way out. */
export async function withSpool<T>(io: Io, body: (spool: Spool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-cp-'));
  try {
    return await body(openSpool(io, path.join(folder, 'spool')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openSpool(io: Io, local: string): Spool {
  const { platform, userId, now } = io;
  const tree = openLocalTree(local, { platform, userId, now, preserve: true });
  const links: LocalEntry[] = [];
  return {
    sink: {
      ...tree,
      addLink: (entry, target) => {
        links.push({ ...entry, size: 0, local: Buffer.from(local), target, isSparse: false });
        return undefined;
      },
    },
    refused: tree.refused,
    finish: async (signal) => {
      tree.commit();
      const { entries, left } = await readLocalTree(Buffer.from(local), signal);
      return { entries: [...entries, ...links], left };
    },
  };
}
