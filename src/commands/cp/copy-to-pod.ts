import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { CliError } from '../../errors/cli-error.ts';
import { fileErrorText } from '../../errors/error-text.ts';
import { placeSource, type Placement } from '../../files/names/destination.ts';
import { pathText } from '../../files/names/path-text.ts';
import type { FilesContext } from '../../files/remote/run-files-script.ts';
import { probeDestination, type ProbedPlace } from '../../files/send/probe-destination.ts';
import { readLocalTree } from '../../files/send/read-local-tree.ts';
import { stageEntries } from '../../files/send/send-plan.ts';
import { sendTree, type SentTree, type TreeToSend } from '../../files/send/send-tree.ts';
import { takeTar } from '../../files/tar/take-tar.ts';
import { totalBytes, type LocalTree } from '../../files/send/source-entry.ts';
import { startTransferProgress } from '../../output/say/transfer-progress.ts';
import type { Copied, Copying, OpenPath } from './copy-job.ts';
import type { LocalPlace } from './cp-request.ts';
import { refusedRemarks } from '../../files/fetch/fetched-remarks.ts';
import { withSpool } from './spool.ts';
import { filesContext } from '../../files/remote/files-context.ts';

/** An upload. */
export interface Upload {
  readonly source: LocalPlace;
  readonly destination: OpenPath;
  readonly isOneOfSeveral: boolean;
}

/** Copies a local file or folder, or what a tar stream on stdin holds, into a container. */
export async function copyToPod(copying: Copying, upload: Upload, signal: AbortSignal): Promise<Copied> {
  const { source } = upload;
  if (source.kind === 'stream') return copyStreamToPod(copying, upload, signal);
  const local = path.resolve(copying.connected.io.workingDirectory, source.path);
  const tree = await readTree(source.path, local, signal);
  const name = source.path.replaceAll(path.sep, '/');
  return copyTreeToPod(copying, { ...upload, name, tree }, signal);
}

/** Like docker, takes a tar stream only into a folder that exists. */
function copyStreamToPod(copying: Copying, upload: Upload, signal: AbortSignal): Promise<Copied> {
  const { io } = copying.connected;
  return withSpool(io, async (spool) => {
    await takeTar(io.stdin, spool.sink, signal);
    const tree = await spool.finish(signal);
    const into = { ...upload, name: '.', tree, needsFolder: true };
    const copied = await copyTreeToPod(copying, into, signal);
    return { ...copied, remarks: [...refusedRemarks(spool.refused()), ...copied.remarks] };
  });
}

/** A local tree to copy into a container. */
export interface TreeUpload extends Pick<Upload, 'destination' | 'isOneOfSeveral'> {
  /** As it was typed, with `/` between names: its end decides where it arrives. */
  readonly name: string;
  readonly tree: LocalTree;
  /** Set for what is only taken into a folder that exists. */
  readonly needsFolder?: boolean;
}

/** Copies a local file or folder into a container. Throws what prevents it, and `copy-incomplete`. */
export async function copyTreeToPod(
  copying: Copying,
  upload: TreeUpload,
  signal: AbortSignal,
): Promise<Copied> {
  const { connected } = copying;
  const { tree } = upload;
  const staging = `.kubectl-debug-${randomBytes(4).toString('hex')}`;
  const { text, path: remote, files } = upload.destination;
  const context = filesContext(connected, files);
  const place = { path: remote, text, staging };
  const onRetry = (why: string): void => connected.notes.note(`going on after a cut: ${why}`);
  const rules = { retries: copying.options.retries, onRetry };
  const probed = await probeDestination(context, { ...place, rules }, signal);
  const placement = placeTree(upload, { tree, probed });
  const sent = await send(
    copying,
    { upload, context, tree, rules, place: { ...place, ...stagedAt(placement, probed) } },
    signal,
  );
  return describe(tree, sent);
}

async function readTree(name: string, local: string, signal: AbortSignal): Promise<LocalTree> {
  try {
    return await readLocalTree(Buffer.from(local), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new CliError('usage', `cannot copy "${name}": ${fileErrorText(error)}`, {
      cause: error,
      hint: 'name a file or folder that exists here',
    });
  }
}

type Accepted = Exclude<Placement, { readonly kind: 'refused' }>;

function placeTree(
  { name, isOneOfSeveral, destination, needsFolder = false }: TreeUpload,
  { tree, probed }: { readonly tree: LocalTree; readonly probed: ProbedPlace },
): Accepted {
  if (needsFolder && probed.kind !== 'folder')
    throw new CliError('usage', `cannot copy a tar stream to ${destination.text}: that is no folder`, {
      hint: 'name a folder that exists',
    });
  const sourceKind = tree.entries[0]?.kind === 'folder' ? 'folder' : 'file';
  const placement = placeSource({
    source: Buffer.from(name).toString('latin1'),
    sourceKind,
    destination: destination.path,
    destinationKind: probed.kind,
    isOneOfSeveral,
  });
  if (placement.kind !== 'refused') return placement;
  throw new CliError('usage', `cannot copy "${name}" to ${destination.text}: ${placement.why}`, {
    hint:
      probed.kind === 'file'
        ? 'name a folder that exists, or a new name'
        : 'a slash at the end means a folder that exists; without it, the name is that of the copy',
  });
}

/** Whether the entries go into the named folder, and under which name. */
function stagedAt(placement: Accepted, { base, kind }: ProbedPlace) {
  switch (placement.kind) {
    case 'named':
      return { into: kind === 'folder', top: base };
    case 'into':
      return { into: true, top: placement.name };
    case 'contents':
      return { into: true, top: undefined };
  }
}

interface Sending {
  readonly upload: TreeUpload;
  readonly context: FilesContext;
  readonly tree: LocalTree;
  readonly rules: TreeToSend['rules'];
  readonly place: {
    readonly path: string;
    readonly text: string;
    readonly staging: string;
    readonly into: boolean;
    readonly top: string | undefined;
  };
}

async function send(
  { connected, options }: Copying,
  { upload, context, tree, place, rules }: Sending,
  signal: AbortSignal,
): Promise<SentTree> {
  const { io, isQuiet } = connected;
  const entries = stageEntries(tree.entries, { top: place.top, preserves: options.preserves });
  const total = totalBytes(tree.entries);
  const progress = startTransferProgress(io, { name: upload.name, isQuiet });
  const onProgress = (bytes: number): void => progress.update({ bytes, totalBytes: total });
  try {
    return await sendTree(context, { place, entries, rules, onProgress }, signal);
  } finally {
    progress.stop();
  }
}

function describe({ left }: LocalTree, sent: SentTree): Copied {
  const unreadable = sent.unreadable.map(({ entry, why }) => ({ local: entry.local, why, isFailure: true }));
  const out = [...left, ...unreadable];
  const shown = (local: Buffer): string => pathText(local.toString('latin1'));
  const remarks = [
    ...sent.changed.map(
      ({ local }) => `${shown(local)} changed while it was read; the copy is what was read`,
    ),
    ...out.map(({ local, why }) => `${shown(local)} was left out: ${why}`),
  ];
  const { files, bytes } = sent;
  return { files, bytes, isVerified: true, lacksFiles: out.some(({ isFailure }) => isFailure), remarks };
}
