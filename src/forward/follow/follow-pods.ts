import { toError } from '../../errors/error-text.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { isConditionTrue } from '../../pod/conditions.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Way } from '../way.ts';
import type { Ways } from '../ways.ts';
import { judgePod, type LeaveReason, type Verdict } from './choose-pod.ts';
import { findFirstPod } from './find-pod.ts';
import type { Following, FollowRequest } from './follow-request.ts';
import type { Connected } from '../../join/connected.ts';
import { waitForNextPod } from './next-pod.ts';
import { selectSource, successorSource, type PodSource } from './pod-source.ts';
import { keepWay, type KeptWay } from './pod-way.ts';
import { openPodsWatch, type PodsWatch } from './pods-watch.ts';
import { makeLossLines, type LossLines } from './loss-lines.ts';
import { canPass, reopenWay, whenReached } from './reopen-way.ts';

/** The pods of a source, followed from one to the next. */
export interface Follower extends Ways {
  /** Connections that are open now, in all pods. */
  readonly openCount: () => number;
  /** Rejects with what ends the forwarding; never resolves. */
  readonly ended: Promise<never>;
  /** Cuts all connections. */
  readonly close: () => void;
}

/** A pod of the source that stays not ready for this long is left for another one, in milliseconds. */
const UNREADY_MS = 10_000;

/** How long a program may take to listen after its pod is ready, in milliseconds: without a probe a pod is ready at once. */
const FRESH_MS = 10_000;

/** A first pod, found but not entered yet. */
export interface Found {
  readonly pod: Pod;
  /** Enters the pod and follows it. Throws as `openWay`. */
  readonly follow: () => Promise<Follower>;
}

/**
 * Finds the first pod of a source. Throws as `findFirstPod`, `selectSource` and `openPodsWatch`. The signal ends the following
 * too.
 */
export async function findPodToFollow(
  connected: Connected,
  request: FollowRequest,
  signal: AbortSignal,
): Promise<Found> {
  const { io, cluster } = connected;
  const { source } = request;
  const following = { connected, request };
  const selected = await selectSource(cluster, source, signal);
  const watch = await openPodsWatch(io, cluster, { selected, signal });
  try {
    const pod = await findFirstPod(following, watch, signal);
    return { pod, follow: () => followFrom(following, { pod, source, watch }, signal) };
  } catch (error) {
    watch.close();
    throw error;
  }
}

interface Place {
  readonly pod: Pod;
  readonly source: PodSource;
  readonly watch: PodsWatch;
}

/** The state of following. */
interface State extends Following {
  readonly ways: Set<KeptWay>;
  readonly losses: LossLines;
  source: PodSource;
  watch: PodsWatch;
  current: KeptWay | undefined;
  isChanging: boolean;
  readonly tell: () => void;
}

async function followFrom(
  following: Following,
  { pod, source, watch }: Place,
  signal: AbortSignal,
): Promise<Follower> {
  const change = makeChange();
  const { connected, request } = following;
  const state: State = {
    ...following,
    ways: new Set(),
    losses: makeLossLines({
      io: connected.io,
      notes: connected.notes,
      whenReached: (kept, over) => whenReached(connected, kept.pod, AbortSignal.any([signal, over])),
    }),
    source,
    watch,
    current: undefined,
    isChanging: false,
    tell: change.tell,
  };
  const close = (): void => {
    state.watch.close();
    state.losses.end();
    for (const way of state.ways) way.close();
  };
  try {
    enter(state, pod, await request.openWay(pod, signal));
  } catch (error) {
    close();
    throw error;
  }
  const ended = run(state, signal).catch((error: unknown) => {
    change.fail(toError(error));
    throw error;
  });
  ended.catch(() => undefined); // the caller may not wait for it
  return {
    current: () => state.current,
    isChanging: () => state.isChanging,
    changed: change.next,
    openCount: () => [...state.ways].reduce((sum, way) => sum + way.openCount(), 0),
    ended,
    close,
  };
}

function enter(state: State, pod: Pod, way: Way): KeptWay {
  const { now } = state.connected.io;
  const isFirst = state.ways.size === 0;
  const enteredMs = now().getTime();
  const kept: KeptWay = keepWay({
    pod,
    way,
    isFresh: () => !isFirst && now().getTime() - enteredMs < FRESH_MS,
    onCut: () => state.losses.cut(kept),
  });
  state.ways.add(kept);
  state.current = kept;
  state.isChanging = false;
  state.tell();
  return kept;
}

function leave(state: State): void {
  const { current } = state;
  state.current = undefined;
  state.tell();
  current?.retire();
}

async function run(state: State, signal: AbortSignal): Promise<never> {
  for (;;) {
    const kept = state.current;
    if (kept === undefined) throw new Error('there is no way to stay with');
    const why = await stay(state, kept, signal);
    leave(state);
    await goToNext(state, { pod: kept.pod, why, openCount: kept.openCount() }, signal);
  }
}

/** Stays with a pod, through lost ways, until it is to be left. */
async function stay(state: State, first: KeptWay, signal: AbortSignal): Promise<LeaveReason> {
  const { pod } = first;
  const unready = trackUnready(state, pod);
  for (let kept = first; ;) {
    await widenIfEnding(state, pod, signal);
    const unreadyMs = unready();
    const verdict = judge(state, pod, unreadyMs >= UNREADY_MS);
    if (verdict.kind === 'leave') return verdict.why;
    if (verdict.isChanging !== state.isChanging) {
      state.isChanging = verdict.isChanging;
      state.tell();
    }
    const pauseMs = unreadyMs < UNREADY_MS ? UNREADY_MS - unreadyMs : Infinity;
    const lost = await changedOrLost(state, { kept, pauseMs }, signal);
    if (lost === undefined) continue;
    const way = await afterLoss(state, { kept, lost }, signal);
    if (way === undefined) return state.isChanging ? 'is being deleted' : 'is gone';
    kept = enter(state, pod, way);
    state.losses.mended(kept);
  }
}

/** For how long the pod has not been ready, in milliseconds; 0 while it is. */
function trackUnready(state: State, { metadata: { uid } }: Pod): () => number {
  let sinceMs: number | undefined;
  return () => {
    const seen = state.watch.pods().find(({ metadata }) => metadata.uid === uid);
    const nowMs = state.connected.io.now().getTime();
    if (seen !== undefined && isConditionTrue(seen, 'Ready')) sinceMs = undefined;
    else sinceMs ??= nowMs;
    return sinceMs === undefined ? 0 : nowMs - sinceMs;
  };
}

/** Opens a new way into the same pod; undefined if the pod is ending or gone. Throws the loss if another way would be lost, too. */
async function afterLoss(
  state: State,
  { kept, lost }: { readonly kept: KeptWay; readonly lost: Error },
  signal: AbortSignal,
): Promise<Way | undefined> {
  if (!canPass(lost)) throw lost;
  if (kept.openCount() > 0) state.losses.lost(kept, lost);
  leave(state);
  return state.isChanging ? undefined : reopenWay({ ...state, pod: kept.pod }, signal);
}

function judge(state: State, pod: Pod, isUnreadyForLong: boolean): Verdict {
  const isNamed = state.source.kind === 'named';
  return judgePod({ pods: state.watch.pods(), uid: pod.metadata.uid, isNamed, isUnreadyForLong });
}

/** The longest time that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Waits for a change of the pods or a pause; returns the reason if the way was lost meanwhile. */
async function changedOrLost(
  { connected, watch }: State,
  { kept, pauseMs }: { readonly kept: KeptWay; readonly pauseMs: number },
  signal: AbortSignal,
): Promise<Error | undefined> {
  let lost: Error | undefined;
  const onLost = kept.way.lost.then((error) => void (lost = error));
  const changes = [watch.changed(), onLost];
  await changedOrLater(connected.io, { changes, pauseMs: Math.min(pauseMs, LONGEST_MS) }, signal);
  return lost;
}

/** Once a named pod is ending, the other pods of its owner count as well. */
async function widenIfEnding(state: State, pod: Pod, signal: AbortSignal): Promise<void> {
  const { source, watch, connected } = state;
  if (source.kind !== 'named' || source.owner !== undefined) return;
  const seen = watch.pods().find(({ metadata }) => metadata.uid === pod.metadata.uid);
  const isEnding =
    seen === undefined || seen.metadata.deletionTimestamp !== undefined || seen.status?.phase !== 'Running';
  if (!isEnding) return;
  const { cluster, io } = connected;
  const wider = await successorSource(cluster, pod, signal);
  if (wider.kind === 'named' && wider.owner === undefined) return;
  const selected = await selectSource(cluster, wider, signal);
  state.watch = await openPodsWatch(io, cluster, { selected, signal });
  state.source = wider;
  watch.close();
}

interface Left {
  readonly pod: Pod;
  readonly why: LeaveReason;
  readonly openCount: number;
}

async function goToNext(state: State, { pod, why, openCount }: Left, signal: AbortSignal): Promise<void> {
  const { connected } = state;
  const { notes } = connected;
  for (let isSaid = false; ;) {
    const { source, watch } = state;
    const next = await waitForNextPod(state, { pod, why, source, watch }, signal);
    isSaid ||= next.isExpected;
    const way = await reopenWay({ ...state, pod: next.pod }, signal);
    if (way === undefined) continue;
    enter(state, next.pod, way);
    const left = isSaid ? '' : `pod ${describePod(pod)} ${why}; `;
    const kept = openCount === 0 ? '' : ` (${connections(openCount)} to the old pod stay until they end)`;
    notes.tell(`${left}forwarding to ${describePod(next.pod)} now${kept}`);
    return;
  }
}

function connections(count: number): string {
  return count === 1 ? 'one connection' : `${count} connections`;
}
