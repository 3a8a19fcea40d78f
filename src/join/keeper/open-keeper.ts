import { openPodWatch, type PodWatch } from '../../cluster/watch/pod-watch.ts';
import type { Io } from '../../io.ts';
import { refuseIfCannotRun } from '../../plan/can-run.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks } from '../../plan/fallbacks.ts';
import { requestKeeper } from '../../plan/plan-keeper.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import { openEvents, openStartSigns } from '../../start/wait/start-signs.ts';
import type { Connected } from '../connected.ts';
import { waitForSigns } from '../wait-for-signs.ts';
import { findFittingKeeper, type WantedKeeper } from './find-fitting-keeper.ts';
import { requireExec } from './require-exec.ts';

/** A debug container to run several scripts in, for a program rather than a person. */
export interface KeeperWish {
  /** As it was last seen. */
  readonly pod: Pod;
  /** The image, the target container and the rights; the command is the keeper's own. */
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  /** How long a new keeper stays, in milliseconds. */
  readonly maxLifeMs: number;
}

/** A keeper that runs, or will in a moment: an exec that comes too early is to be tried again. */
export interface OpenKeeper {
  readonly ref: ContainerRef;
  readonly watch: PodWatch;
  /** Whether this call has added the container. */
  readonly isNew: boolean;
  /** Ends the watch; the container stays for the next call. */
  readonly close: () => void;
}

/**
 * Opens a keeper in the pod: one that fits and has at least a minute left, else a new one. Throws as `requireExec`, `refuseIfCannotRun`,
 * `planEphemeralContainer`, `startWithFallbacks` and `startWait` if there can be none. The caller closes it.
 */
export async function openKeeper(
  connected: Connected,
  wish: KeeperWish,
  signal: AbortSignal,
): Promise<OpenKeeper> {
  const { io, cluster } = connected;
  const planned = planKeeper(io, wish);
  const { pod } = wish;
  const found = await findFittingKeeper(cluster, { ...planned, now: io.now() }, signal);
  if (found === undefined) {
    await requireExec(connected, pod);
    return addKeeper(connected, { ...wish, ...planned }, signal);
  }
  const watch = openPodWatch(io, cluster, pod);
  return { ref: { ...podRef(pod), container: found.name }, watch, isNew: false, close: watch.close };
}

interface PlannedKeeper extends Omit<WantedKeeper, 'now'> {
  readonly plan: EphemeralPlan;
}

function planKeeper({ random }: Io, { pod, request: asked, maxLifeMs }: KeeperWish): PlannedKeeper {
  const request = requestKeeper({ ...asked, attach: false, waits: true }, maxLifeMs);
  const { target, image, profile } = request;
  refuseIfCannotRun(pod, { target, waits: true, image });
  const makePlan = (other: DebugRequest): EphemeralPlan => planEphemeralContainer(pod, other, random);
  const plan = makePlan(request);
  return { pod, plan, profile, fallbacks: planFallbacks({ pod, plan, request }, makePlan) };
}

async function addKeeper(
  connected: Connected,
  { pod, plan, fallbacks, profile, startTimeoutMs }: KeeperWish & PlannedKeeper,
  signal: AbortSignal,
): Promise<OpenKeeper> {
  const { io, cluster, notes } = connected;
  const { container } = plan;
  const fitting = { plan, fallbacks, profile, node: pod.spec.nodeName, isDryRun: false, note: notes.note };
  const starting = startWithFallbacks(cluster, fitting, signal);
  // Opened while the request is on its way, so that no event is missed.
  const events = openEvents(io, cluster, { pod, containerName: container.name });
  let close = events.close;
  try {
    const started = await starting;
    const signs = openStartSigns(io, cluster, { pod: started.pod, containerName: container.name, events });
    close = signs.close;
    const ref = { ...podRef(pod), container: container.name };
    const waiting = { container, ref, signs, startTimeoutMs, isRemoved: false, accepts: 'event' } as const;
    await waitForSigns(connected, waiting)(signal);
    return { ref, watch: signs.watch, isNew: true, close };
  } catch (error) {
    close();
    throw error;
  }
}
