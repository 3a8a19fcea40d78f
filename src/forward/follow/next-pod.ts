import { CliError, isCliError } from '../../errors/cli-error.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { choosePod, type LeaveReason } from './choose-pod.ts';
import type { Following } from './follow-request.ts';
import { describeSource, listingOf, selectSource, type PodSource } from './pod-source.ts';
import type { PodsWatch } from './pods-watch.ts';

/** A pod that was left, and where the next one comes from. */
export interface LeftPod {
  readonly pod: Pod;
  readonly why: LeaveReason;
  readonly source: PodSource;
  readonly watch: PodsWatch;
}

/** The pod that is taken now. */
export interface NextPod {
  readonly pod: Pod;
  /** Whether a line has said that we wait for it. */
  readonly isExpected: boolean;
}

/** A pod that runs is taken after this time even if it does not get ready, in milliseconds. */
const READY_MS = 30_000;
/** How often we look whether the workload is still there. */
const LOOK_MS = 5000;

/**
 * Waits for the next pod, without a limit if something makes one. Says so in a line if none is there yet. Throws `not-found`
 * once nothing makes pods any more, `pod-finished` for a job that is done, and `pod-replaced` if a lone pod does not come back.
 */
export async function waitForNextPod(
  following: Following,
  left: LeftPod,
  signal: AbortSignal,
): Promise<NextPod> {
  const { io, notes } = following.connected;
  const from = io.now().getTime();
  for (let isFirst = true; ; isFirst = false) {
    const waitedMs = io.now().getTime() - from;
    const pod = choosePod(candidatesOf(left), { acceptsUnready: waitedMs >= READY_MS });
    if (pod !== undefined) return { pod, isExpected: !isFirst };
    await refuseWithoutHope(following, { ...left, waitedMs }, signal);
    if (isFirst) notes.tell(waitText(left, following.request.waitMs));
    const restMs = Math.max(1, following.request.waitMs - waitedMs);
    const pauseMs = isLone(left.source) ? Math.min(LOOK_MS, restMs) : LOOK_MS;
    await changedOrLater(io, { changes: [left.watch.changed()], pauseMs }, signal);
  }
}

/** Whether nothing but its name stands for the pod. */
function isLone(source: PodSource): boolean {
  return source.kind === 'named' && source.owner === undefined;
}

function candidatesOf({ pod, watch }: LeftPod): readonly Pod[] {
  return watch.pods().filter(({ metadata }) => metadata.uid !== pod.metadata.uid);
}

function waitText({ pod, why, source }: LeftPod, waitMs: number): string {
  const left = `pod ${describePod(pod)} ${why}`;
  if (isLone(source)) return `${left}; waiting up to ${humanDuration(waitMs)} for a pod of this name`;
  const next =
    source.kind === 'named' ? 'for it to come back' : `for a ready pod of ${describeSource(source)}`;
  return `${left}; waiting ${next}, and new connections wait up to 30 s`;
}

/** Throws once no pod can come. */
async function refuseWithoutHope(
  { connected, request }: Following,
  left: LeftPod & { readonly waitedMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { pod, why, source, waitedMs } = left;
  if (isLone(source)) {
    if (waitedMs < request.waitMs) return;
    throw new CliError(
      'pod-replaced',
      `pod ${describePod(pod)} ${why}, and no pod of this name ran within ${humanDuration(request.waitMs)}`,
      { hint: `to see which pods there are: ${listingOf(source)}` },
    );
  }
  if (source.kind === 'workload' && source.workload.type === 'job') refuseDoneJob(left, source);
  try {
    await selectSource(connected.cluster, source, signal);
  } catch (error) {
    signal.throwIfAborted();
    // Who may no longer read the workload still sees its pods; a server that is away comes back.
    if (isPassing(error) || (isCliError(error) && error.kind !== 'not-found')) return;
    throw new CliError(
      'not-found',
      `pod ${describePod(pod)} ${why}, and ${describeOwner(source)} was deleted, so no other pod comes`,
      { hint: `to see which pods there are: ${listingOf(source)}`, cause: error },
    );
  }
}

function describeOwner(source: PodSource): string {
  if (source.kind !== 'named' || source.owner === undefined) return describeSource(source);
  return `${source.owner.type}/${source.owner.name}`;
}

function refuseDoneJob({ watch, pod }: LeftPod, source: PodSource): void {
  const pods = watch.pods();
  if (pods.length === 0 || !pods.every(hasFinished)) return;
  throw new CliError(
    'pod-finished',
    `pod ${describePod(pod)} and all of ${describeSource(source)} have finished`,
    {
      hint: `to see how: ${listingOf(source)} --explain`,
    },
  );
}
