import { isApiError } from '../../cluster/refusals/api-error.ts';
import { openAttach } from '../../cluster/api/remote-command.ts';
import {
  describeLoss,
  openAttachStream,
  type AttachStream,
  type StreamEnd,
} from '../streams/remote-stream.ts';
import { outcomeOfTerminated } from '../await-end.ts';
import { catchUp, type CatchUp } from '../gap/read-outage-gap.ts';
import { holdUntilPlaced, type PlacedOutput } from './placed-output.ts';
import type { Judged, Mending } from './mending.ts';
import { STEP_MS } from '../patience.ts';
import { finalReason, judgeContainer } from './outage.ts';
import type { Outcome } from '../outcome.ts';
import { withTimeLimit } from '../with-time-limit.ts';

/** What came of one try. */
export type Try =
  | { readonly kind: 'open'; readonly stream: AttachStream; readonly mayLack: boolean }
  | { readonly kind: 'over'; readonly end: StreamEnd | Judged }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      /** Whether the node has answered, and has no process there to attach to. */
      readonly isRefused: boolean;
    };

/** A connection that was lost, and how that is dealt with. */
export interface Attempt {
  readonly end: StreamEnd;
  /** Told once the container is known to have ended, whose last output is still to come. */
  readonly onEnded: () => void;
}

/** A server that has no such container says so within this time, in milliseconds; nothing says that it has. */
const PROOF_MS = 300;

/**
 * Tries once to attach again, to the same container of the same pod, and shows what was missed. Where the container
 * has ended, what it still printed comes from its log. Throws the signal's reason when it is aborted.
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
    if (state.kind === 'gone') return over({ kind: 'unknown', reason: 'the pod was deleted' });
    if (state.kind === 'ended')
      return await showRest(mending, { lost, outcome: outcomeOfTerminated(state.end) }, signal);
    return await attach(mending, signal);
  } catch (error) {
    signal.throwIfAborted();
    const final = finalReason(error);
    if (final !== undefined) return over({ kind: 'lost', reason: final });
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', reason, isRefused: isApiError(error) && error.code === 500 };
  }
}

function over(outcome: Outcome): Try {
  return { kind: 'over', end: { kind: 'judged', outcome } };
}

async function attach(mending: Mending, signal: AbortSignal): Promise<Try> {
  const { context, request, listeners } = mending;
  const { container: ref, stdin, tty, onlyV4 = false } = request;
  const step = { milliseconds: STEP_MS, what: 'attaching again', signal };
  const upgraded = await withTimeLimit(context.io, step, (limit) =>
    openAttach(context.cluster, { ref, stdin, stdout: true, stderr: !tty, tty, onlyV4 }, limit),
  );
  const placed = holdUntilPlaced(mending);
  const stream = openAttachStream(upgraded, { ...listeners, onOutput: placed.accept });
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  try {
    const first = await Promise.race([stream.ended, findMissed(mending, placed, scope)]);
    if (first.kind !== 'found' && first.kind !== 'unknown' && first.kind !== 'gap')
      return { kind: 'failed', reason: describeLoss(first), isRefused: first.kind === 'status' };
    if (first.kind === 'gap') mending.lacks(first.reason);
    placed.release(first);
    return { kind: 'open', stream, mayLack: first.kind !== 'found' };
  } catch (error) {
    stream.close();
    throw error;
  } finally {
    over.abort();
  }
}

async function findMissed(
  { context, request, memory }: Mending,
  placed: PlacedOutput,
  signal: AbortSignal,
): Promise<CatchUp> {
  const { container, tty } = request;
  const { attached, hasTooMuch } = placed;
  const wanted = { container, tty, shown: memory.shown(), attached, hasTooMuch };
  const [found] = await Promise.all([catchUp(context, wanted, signal), context.io.sleep(PROOF_MS, signal)]);
  return found;
}

interface Ended {
  readonly lost: StreamEnd;
  readonly outcome: Outcome;
}

/** A container that has ended says nothing more, so that its log has all there is. */
async function showRest(mending: Mending, { lost, outcome }: Ended, signal: AbortSignal): Promise<Try> {
  const { context, request, memory, listeners } = mending;
  const { container, tty } = request;
  const nothing = Buffer.alloc(0);
  const wanted = { container, tty, shown: memory.shown(), attached: () => nothing };
  const rest = await catchUp(context, wanted, signal);
  if (rest.kind === 'found') listeners.onOutput('stdout', rest.missed);
  if (rest.kind === 'found' || outcome.kind !== 'exited') return over(outcome);
  const reason = `${describeLoss(lost)} before the command ended with exit code ${outcome.exitCode}`;
  return over({ kind: 'incomplete', reason });
}
