import { openAttach } from '../../cluster/api/remote-command.ts';
import {
  describeLoss,
  openRemoteStream,
  outcomeAfterLoss,
  type RemoteStream,
  type StreamEnd,
} from '../streams/remote-stream.ts';
import { errorText } from '../../errors/error-text.ts';
import { outcomeOfTerminated } from '../await-end.ts';
import { attachStreamsOf } from '../input/converse.ts';
import { makeHeldOutput, NOTHING_MISSED, type HeldOutput } from '../gap/held-output.ts';
import type { Gap, GapRequest } from '../gap/gap.ts';
import { readGap } from '../gap/read-gap.ts';
import { REATTACH } from '../gap/gap-policy.ts';
import type { Judged, Mending } from './mending.ts';
import { STEP_MS } from '../patience.ts';
import { isRefusalOfNode } from '../streams/open-running.ts';
import { finalReason, judgeContainer } from './outage.ts';
import type { Outcome } from '../outcome.ts';
import { withTimeLimit } from '../with-time-limit.ts';

/** What came of one attempt. */
export type Try =
  | { readonly kind: 'open'; readonly stream: RemoteStream; readonly mayLack: boolean }
  | { readonly kind: 'over'; readonly end: StreamEnd | Judged }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Whether the node has answered that it has no process to attach to. */
      readonly isRefused: boolean;
    };

/** One attempt, and how the stream before it ended. */
export interface Attempt {
  readonly end: StreamEnd;
  /** Called when the pod says that the container has ended. Its last output may still come. */
  readonly onEnded: () => void;
}

/** A server without such a container says so within this time; one that has it says nothing. In milliseconds. */
const PROOF_MS = 300;

/**
 * Tries once to attach again to the same container of the same pod, and shows what was missed. If the container has ended,
 * its last output comes from its log. Throws the signal's reason when it is aborted.
 */
export async function reattach(
  mending: Mending,
  { end: lost, onEnded }: Attempt,
  signal: AbortSignal,
): Promise<Try> {
  const { io, watch } = mending.context;
  const { container } = mending.request;
  try {
    const step = { milliseconds: STEP_MS, what: 'reading the pod', signal };
    const state = judgeContainer(await withTimeLimit(io, step, watch.renew), container);
    if (state.kind !== 'runs') onEnded();
    if (state.kind === 'gone') return endedWith({ kind: 'unknown', reason: 'the pod was deleted' });
    if (state.kind === 'ended')
      return await showRest(mending, { lost, outcome: outcomeOfTerminated(state.end) }, signal);
    return await attach(mending, signal);
  } catch (error) {
    signal.throwIfAborted();
    const final = finalReason(error);
    if (final !== undefined) return endedWith({ kind: 'lost', reason: final });
    return { kind: 'failed', reason: errorText(error), isRefused: isRefusalOfNode(error) };
  }
}

function endedWith(outcome: Outcome): Try {
  return { kind: 'over', end: { kind: 'judged', outcome } };
}

async function attach(mending: Mending, signal: AbortSignal): Promise<Try> {
  const { context, request, listeners } = mending;
  const step = { milliseconds: STEP_MS, what: 'attaching again', signal };
  const upgraded = await withTimeLimit(context.io, step, (limit) =>
    openAttach(context.cluster, attachStreamsOf(request), limit),
  );
  const held = holdOutput(mending);
  const stream = openRemoteStream(upgraded, { ...listeners, onOutput: held.accept });
  const searching = new AbortController();
  const scope = AbortSignal.any([signal, searching.signal]);
  try {
    const first = await Promise.race([stream.ended, readMissedOutput(mending, held, scope)]);
    if (first.kind === 'status' || first.kind === 'closed' || first.kind === 'broken')
      return { kind: 'failed', reason: describeLoss(first), isRefused: first.kind === 'status' };
    if (first.kind === 'not-found') mending.lacks(first.reason);
    showMissed(mending, first);
    held.release(NOTHING_MISSED);
    return { kind: 'open', stream, mayLack: first.kind !== 'found' };
  } catch (error) {
    stream.close();
    throw error;
  } finally {
    searching.abort();
  }
}

/** Holds the output of a new stream back until its place is known. */
function holdOutput({ memory, listeners }: Mending): HeldOutput {
  return makeHeldOutput({
    write: (channel, bytes) => {
      memory.accept(channel, bytes);
      listeners.onOutput(channel, bytes);
    },
  });
}

/** Shows what the new stream has missed; the memory of what was shown begins anew behind it. */
function showMissed({ memory, listeners }: Mending, gap: Gap): void {
  if (gap.kind !== 'found') {
    memory.restart({ from: undefined, isExact: false }, Buffer.alloc(0));
    return;
  }
  memory.restart(gap.start, gap.unfinished);
  for (const channel of ['stdout', 'stderr'] as const)
    if (gap.missed[channel].length > 0) listeners.onOutput(channel, gap.missed[channel]);
}

/** Reads the gap, and waits at least 300 ms: in that time the server can still refuse the attach. */
async function readMissedOutput(mending: Mending, held: HeldOutput, signal: AbortSignal): Promise<Gap> {
  const [gap] = await Promise.all([
    readGapOf(mending, { held, isStreamOver: () => false }, signal),
    mending.context.io.sleep(PROOF_MS, signal),
  ]);
  return gap;
}

function readGapOf(
  { context, request, memory }: Mending,
  stream: Pick<GapRequest, 'held' | 'isStreamOver'>,
  signal: AbortSignal,
): Promise<Gap> {
  const { container, tty } = request;
  return readGap(context, { container, tty, shown: memory.shown, ...stream, policy: REATTACH }, signal);
}

interface Ended {
  readonly lost: StreamEnd;
  readonly outcome: Outcome;
}

/** The log of a container that has ended has all of its output. */
async function showRest(mending: Mending, { lost, outcome }: Ended, signal: AbortSignal): Promise<Try> {
  const nothing = { held: holdOutput(mending), isStreamOver: () => true };
  const rest = await readGapOf(mending, nothing, signal);
  if (rest.kind === 'found') showMissed(mending, rest);
  if (rest.kind === 'found' || outcome.kind !== 'exited') return endedWith(outcome);
  return endedWith(outcomeAfterLoss(lost, outcome.exitCode));
}
