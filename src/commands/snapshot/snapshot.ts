import { isCliError } from '../../errors/cli-error.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import type { Connected } from '../../join/connected.ts';
import { canAsk } from '../../output/ask/choose.ts';
import { printable } from '../../output/printable.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { startProgress } from '../../output/say/progress.ts';
import { humanDuration, lifeText } from '../../pod/columns/human-duration.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { leftMsOf } from '../../plan/plan-keeper.ts';
import { askAtOnce } from '../shared/ask-at-once.ts';
import { findManyPods } from '../pods/find-many-pods.ts';
import { notesOfPod, sayFailure } from '../shared/one-of-many.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { jobsOf, withRights } from '../shared/with-rights.ts';
import { deleteAfter } from './delete-after.ts';
import { missingLines } from './say-missing.ts';
import { placePods, type PlacedPod } from './snapshot-place.ts';
import { KEEPER_LIFE_MS, readSnapshotRequest, type SnapshotRequest } from './snapshot-request.ts';
import { writeSnapshot, type WrittenSnapshot } from './write-snapshot.ts';

/**
 * `kubectl-debug snapshot POD…`: writes what is known of each pod to one file. Exits with 0 if all files were written, even
 * if evidence is missing in them, 1 if one was not, 2 for a wrong call.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readSnapshotRequest(io, input, canAsk(io));
  const { isQuiet } = request;
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, input.flags, (cluster, signal) => {
    const jobs = jobsOf(['snapshot'], request.targets);
    const call = { io, cluster, notes, isQuiet, jobs };
    return withRights(call, (connected) => takeAll(connected, request, signal), signal);
  });
}

async function takeAll(connected: Connected, request: SnapshotRequest, signal: AbortSignal): Promise<number> {
  const { io } = connected;
  const { output, overwrites } = request;
  const { pods, failures } = await findManyPods(
    connected,
    { ...request, does: 'take a snapshot of' },
    signal,
  );
  for (const failure of failures) sayFailure(io, failure);
  const placed = await placePods({ io, output, overwrites }, pods);
  const written = await writeAll(connected, { placed, request }, signal);
  const areAllWritten = failures.length === 0 && written.length === placed.length;
  const isDeleted =
    !request.deletes || (await deleteAfter(connected, written, { isConfirmed: request.isConfirmed, signal }));
  return areAllWritten && isDeleted ? CHECK_EXIT.ok : CHECK_EXIT.failure;
}

interface Work {
  readonly placed: readonly PlacedPod[];
  readonly request: SnapshotRequest;
}

/** Takes several snapshots at a time; one that fails does not stop the others. */
async function writeAll(
  connected: Connected,
  { placed, request }: Work,
  signal: AbortSignal,
): Promise<readonly WrittenSnapshot[]> {
  const { io, notes, isQuiet } = connected;
  const isAlone = placed.length === 1;
  const progress = startProgress(io, { quiet: isQuiet });
  let count = 0;
  const showProgress = (): void => {
    const [first] = placed;
    if (first === undefined) return;
    progress.update(
      isAlone
        ? `taking a snapshot of ${describePod(first.pod)}`
        : `${count} of ${placed.length} snapshots taken`,
    );
  };
  showProgress();
  try {
    const results = await askAtOnce(placed, async (each) => {
      // Two spinners at a time would draw over each other, so the wait for a debug container shows none of its own.
      const own = { ...connected, isQuiet: true, notes: isAlone ? notes : notesOfPod(notes, each.pod) };
      const written = await tryOne(own, { each, request }, signal);
      count += 1;
      showProgress();
      return written;
    });
    return results.filter((written) => written !== undefined);
  } finally {
    progress.stop();
  }
}

async function tryOne(
  connected: Connected,
  { each, request }: { readonly each: PlacedPod; readonly request: SnapshotRequest },
  signal: AbortSignal,
): Promise<WrittenSnapshot | undefined> {
  try {
    const written = await writeSnapshot(connected, { placed: each, request }, signal);
    say(connected, written);
    return written;
  } catch (error) {
    signal.throwIfAborted();
    if (!isCliError(error)) throw error;
    sayFailure(connected.io, error);
    return undefined;
  }
}

function say({ io, notes }: Connected, written: WrittenSnapshot): void {
  const { place, fileCount, debugContainer, pod } = written;
  for (const line of missingLines(written)) notes.note(line);
  const { namespace, name } = podRef(pod);
  const kept =
    debugContainer === undefined
      ? ''
      : `; debug container "${debugContainer}" is kept for ${lifeOf(pod, debugContainer, io.now())}: ` +
        commandText`kubectl exec -it ${name} -n ${namespace} -c ${debugContainer} -- sh`;
  notes.note(`${fileCount} files, to be read from index.html${kept}`);
  if (place.kind === 'file') io.stdout.write(`${printable(place.shown)}\n`);
}

/** How long the debug container stays: one that the pod had before the snapshot for the rest of its life. */
function lifeOf(pod: Pod, name: string, now: Date): string {
  const container = pod.spec.ephemeralContainers?.find((each) => each.name === name);
  return container === undefined
    ? lifeText(KEEPER_LIFE_MS)
    : `another ${humanDuration(leftMsOf(pod, container, now))}`;
}
