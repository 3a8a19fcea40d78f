import { once } from 'node:events';
import { getSamePod } from '../../cluster/api/pods.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import type { Connected } from '../../join/connected.ts';
import { openPrivateFile, orOutputFailed } from '../../output/files/private-file.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { ArchiveSink } from '../../snapshot/archive/archive.ts';
import { takeSnapshot, type TakenSnapshot } from '../../snapshot/take-snapshot.ts';
import type { Place, PlacedPod } from './snapshot-place.ts';
import type { SnapshotRequest } from './snapshot-request.ts';

/** A snapshot that is safe in its place. */
export interface WrittenSnapshot extends TakenSnapshot {
  /** As it was when the snapshot began. */
  readonly pod: Pod;
  readonly place: Place;
}

/** Reads the pod as it is now: with many pods the list may be minutes old. */
async function readNow({ cluster }: Connected, first: Pod, signal: AbortSignal): Promise<Pod> {
  const pod = await getSamePod(cluster, first, signal).catch((error: unknown) => {
    throw explainApiError(error, { action: `read pod ${describePod(first)}` });
  });
  if (pod !== undefined) return { apiVersion: 'v1', kind: 'Pod', ...pod };
  throw new CliError(
    'pod-replaced',
    `there is no snapshot of ${describePod(first)}: it was deleted in the meantime`,
    {
      hint: commandText`to see what is there now: kubectl-debug pods -n ${first.metadata.namespace ?? ''}`,
    },
  );
}

/**
 * Takes the snapshot of a pod and writes it to its place, where it appears only when it is whole. Throws `output-failed`,
 * `pod-replaced`, `target-not-found`, and the signal's reason.
 */
export async function writeSnapshot(
  connected: Connected,
  { placed, request }: { readonly placed: PlacedPod; readonly request: SnapshotRequest },
  signal: AbortSignal,
): Promise<WrittenSnapshot> {
  const { io } = connected;
  const { place, folder } = placed;
  const { logs, inside, overwrites, reason } = request;
  if (place.kind === 'stdout') {
    const pod = await readNow(connected, placed.pod, signal);
    const taken = await takeSnapshot(
      connected,
      { pod, folder, logs, inside, reason, sink: stdoutSink(io, signal) },
      signal,
    );
    return { ...taken, pod, place };
  }
  const { file } = place;
  const draft = await orOutputFailed(file, () => openPrivateFile(file, io.userId));
  try {
    const pod = await readNow(connected, placed.pod, signal);
    const sink = { write: (bytes: Buffer) => orOutputFailed(file, () => draft.write(bytes)) };
    const taken = await takeSnapshot(connected, { pod, folder, logs, inside, reason, sink }, signal);
    signal.throwIfAborted();
    await orOutputFailed(file, () => draft.commit({ keeps: !overwrites }));
    return { ...taken, pod, place };
  } finally {
    await draft.close();
  }
}

/** A reader that goes away aborts the signal. */
function stdoutSink({ stdout }: Io, signal: AbortSignal): ArchiveSink {
  return {
    write: async (bytes) => {
      signal.throwIfAborted();
      if (!stdout.write(bytes)) await once(stdout, 'drain', { signal });
    },
  };
}
