import path from 'node:path';
import { realpath } from 'node:fs/promises';
import { CliError } from '../../errors/cli-error.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import { fetchFiles, listPath, type ListedPath } from '../../files/fetch/fetch-files.ts';
import { pathText } from '../../files/names/path-text.ts';
import { placeSource } from '../../files/names/destination.ts';
import type { LocalTree } from '../../files/receive/local-tree.ts';
import { openLocalTree } from '../../files/receive/open-local-tree.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';
import { describeFetched } from './describe-fetched.ts';
import { filesContext } from '../../files/remote/files-context.ts';
import { kindOfLocal } from './local-destination.ts';
import type { LocalPlace } from './cp-request.ts';

/** A download. */
export interface Download {
  readonly source: OpenPath;
  readonly destination: LocalPlace;
  readonly isOneOfSeveral: boolean;
}

/** Copies a path of a container to a local place. Throws `usage`, and as `listPath` and `fetchFiles`. */
export async function copyFromPod(
  copying: Copying,
  download: Download,
  signal: AbortSignal,
): Promise<Copied> {
  const { connected, options } = copying;
  const { source, destination } = download;
  const context = filesContext(connected, source.files);
  const onRetry = (why: string): void => connected.notes.note(`the connection was cut (${why}); going on`);
  const wanted = { path: source.path, retries: options.retries, onRetry };
  const listed = await listPath(context, wanted, signal);
  if (destination.kind === 'stream') throw new CliError('unsupported', 'streams come later');
  const place = await placeLocally(copying, { ...download, listed, local: destination.path });
  return receive(copying, { context, listed, place }, signal);
}

interface Placing extends Omit<Download, 'destination'> {
  readonly listed: ListedPath;
  /** The destination, as it was typed. */
  readonly local: string;
}

/** The absolute path that the source gets. Throws `usage`. */
async function placeLocally(
  { connected: { io } }: Copying,
  { source, listed, local, isOneOfSeveral }: Placing,
): Promise<string> {
  const destinationKind = await kindOfLocal(io, local);
  const sourceKind = listed.isFolder ? 'folder' : 'file';
  const typed = source.path;
  const destination = local.split(path.sep).join('/');
  const placement = placeSource({ source: typed, sourceKind, destination, destinationKind, isOneOfSeveral });
  const at = path.resolve(io.workingDirectory, local);
  // What a person names is followed, also if it is a link; what comes from the container is not.
  const real = destinationKind === 'missing' ? at : await realpath(at);
  switch (placement.kind) {
    case 'refused':
      throw new CliError('usage', `cannot copy ${source.text} to "${local}": ${placement.why}`, {
        hint: 'name another destination',
      });
    case 'into':
      return path.join(real, Buffer.from(placement.name, 'latin1').toString());
    case 'named':
    case 'contents':
      return real;
  }
}

interface Receiving {
  readonly context: FilesContext;
  readonly listed: ListedPath;
  readonly place: string;
}

async function receive(
  { connected, options }: Copying,
  { context, listed, place }: Receiving,
  signal: AbortSignal,
): Promise<Copied> {
  const { io, notes } = connected;
  const tree = openLocalTree(place, {
    platform: io.platform,
    userId: io.userId,
    now: io.now,
    preserve: options.preserves,
  });
  try {
    const fetched = await fetchFiles(context, { listed, sink: tree, onProgress: () => undefined }, signal);
    tree.commit();
    return describeFetched(fetched, tree.refused());
  } catch (error) {
    const left = leave(tree);
    if (left !== undefined) notes.warn(`what has come is in ${left}; the same command goes on with it`);
    throw error;
  }
}

/** A copy that failed, as the disk is full, may fail again as it is left. */
function leave(tree: LocalTree): string | undefined {
  const left = tree.abandon();
  return left === undefined ? undefined : pathText(Buffer.from(left).toString('latin1'));
}
