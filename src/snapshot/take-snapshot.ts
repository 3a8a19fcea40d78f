import { setMaxListeners } from 'node:events';
import type { Connected } from '../join/connected.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';
import { VERSION } from '../version.ts';
import { openArchive, type ArchiveSink } from './archive/archive.ts';
import { manifestText, type ManifestHead } from './archive/manifest.ts';
import { makeUniquePaths } from './archive/names.ts';
import type { EvidenceName, Found } from './evidence.ts';
import { gatherApi, type TakePiece } from './gather-api.ts';
import { gatherInside, missInside, type InsideWish } from './gather-inside.ts';
import type { LogBounds } from './kinds/api-context.ts';
import { makeMasker } from './mask/masker.ts';
import { keepForPage, snapshotPage } from './page/snapshot-page.ts';

/** What to take of one pod. */
export interface SnapshotWish {
  /** As it is now. */
  readonly pod: Pod;
  /** The folder in the archive. */
  readonly folder: string;
  readonly logs: LogBounds;
  /** undefined for `--no-container`. */
  readonly inside: InsideWish | undefined;
  readonly sink: ArchiveSink;
  /** `--reason`. */
  readonly reason: string | undefined;
}

/** A snapshot that was written. */
export interface TakenSnapshot {
  readonly fileCount: number;
  /** What could not be had, but for what most pods do not have. */
  readonly missing: readonly { readonly name: EvidenceName; readonly path: string; readonly why: string }[];
  /** What was taken, but not to its end. */
  readonly cut: TakenSnapshot['missing'];
  /** Where further commands can be run; undefined if there was no debug container. */
  readonly debugContainer: string | undefined;
}

/** The page and the manifest. */
const OWN_FILES = 2;

/**
 * Gathers all evidence of a pod and writes it. What cannot be had is listed with its reason. Throws the errors of the sink,
 * the signal's reason, and bugs of ours.
 */
export async function takeSnapshot(
  connected: Connected,
  { pod, folder, logs, inside, sink, reason }: SnapshotWish,
  signal: AbortSignal,
): Promise<TakenSnapshot> {
  const { io, cluster } = connected;
  const startedAt = io.now();
  const mask = makeMasker(pod);
  const archive = openArchive(sink, folder, startedAt);
  const unique = makeUniquePaths();
  const found: Found[] = [];
  // Ends what is still being read if the file cannot be written.
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  setMaxListeners(0, scope);
  const take: TakePiece = async (name, piece, durationMs) => {
    const placed = { ...piece, path: unique(piece.path) };
    found.push({ name, durationMs, ...keepForPage(placed) });
    if (placed.kind === 'file') await archive.add(placed);
  };
  try {
    const api = gatherApi({ io, cluster, pod, mask, logs, signal: scope }, take);
    const looking = { connected, pod, mask, services: api.services, take, signal: scope };
    const [debugContainer] = await Promise.all([
      inside === undefined
        ? missInside(take, [], 'not asked for (--no-container)').then(() => undefined)
        : gatherInside({ ...looking, wish: inside }),
      api.done,
    ]);
    const head = makeHead(connected, pod, {
      startedAt,
      debugContainer,
      ...(reason !== undefined && { reason }),
    });
    await archive.add({ path: 'manifest.json', bytes: Buffer.from(manifestText(head, found)) });
    await archive.add({ path: 'index.html', bytes: Buffer.from(snapshotPage(head, found)) });
    await archive.finish();
    const fileCount = OWN_FILES + found.filter(({ piece }) => piece.kind === 'file').length;
    return { fileCount, missing: listMissing(found), cut: listCut(found), debugContainer };
  } finally {
    over.abort();
    archive.abort();
  }
}

function makeHead(
  { io, cluster }: Connected,
  pod: Pod,
  known: Pick<ManifestHead, 'startedAt' | 'debugContainer' | 'reason'>,
): ManifestHead {
  const { namespace, name } = podRef(pod);
  return {
    namespace,
    pod: name,
    uid: pod.metadata.uid ?? '',
    node: pod.spec.nodeName ?? '',
    server: cluster.server,
    finishedAt: io.now(),
    version: VERSION,
    ...known,
  };
}

function listMissing(found: readonly Found[]): TakenSnapshot['missing'] {
  return found.flatMap(({ name, piece }) =>
    piece.kind === 'missing' && piece.isUsual !== true ? [{ name, path: piece.path, why: piece.why }] : [],
  );
}

function listCut(found: readonly Found[]): TakenSnapshot['cut'] {
  return found.flatMap(({ name, piece }) =>
    piece.kind === 'file' && piece.cut !== undefined ? [{ name, path: piece.path, why: piece.cut }] : [],
  );
}
