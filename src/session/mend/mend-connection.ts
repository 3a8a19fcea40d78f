import { describeLoss, type RemoteStream, type StreamEnd } from '../streams/remote-stream.ts';
import { awaitContainerEnd } from '../await-end.ts';
import { ownsTerminal, type AttachRequest } from '../input/converse.ts';
import { goOnByLog } from './go-on-by-log.ts';
import { tellLater, type LateNews } from './late-news.ts';
import type { Judged, Loss, Mending } from './mending.ts';
import { STEP_MS, GIVE_UP_MS } from '../patience.ts';
import type { Outcome } from '../outcome.ts';
import { finalReason, judgeContainer, reconnectPauseMs } from './outage.ts';
import { reattach } from './reattach.ts';
import type { RemoteStatus } from '../streams/remote-status.ts';
import { tellNews } from './tell-news.ts';
import { nudge } from '../terminal/window-size.ts';
import { withTimeLimit } from '../with-time-limit.ts';

interface Opened {
  readonly kind: 'open';
  readonly stream: RemoteStream;
  readonly attempts: number;
  /** Whether output of the outage may be missing. */
  readonly mayLack: boolean;
}

type Mended = Opened | StreamEnd | Judged;

/** How long the status may take after a Success before the stream counts as lost, in milliseconds. */
const GRACE_MS = 2000;

/** Whether the stream ended before its container did, so that a new attach can go on. */
export async function isWorthMending(
  { context, request, memory }: Mending,
  end: StreamEnd,
  signal: AbortSignal,
): Promise<boolean> {
  if (context.connection?.reconnects === false) return false;
  const hasShown = memory.hasShown();
  if (needsRecords(request, { end, hasShown })) return true;
  if (end.kind === 'status' && isFinal(end.status, hasShown)) return false;
  if (end.kind === 'status' && end.status.kind === 'success')
    return !(await endsSoon({ context, request }, signal));
  // If nothing came at all, the log of a container that has ended has everything.
  return hasShown || judgeContainer(context.watch.latest(), request.container).kind === 'runs';
}

/** A command in an envelope ends with its records, not with its stream; but it must have started. */
function needsRecords(
  { startLine }: AttachRequest,
  { end, hasShown }: { readonly end: StreamEnd; readonly hasShown: boolean },
): boolean {
  return startLine !== undefined && (hasShown || end.kind !== 'status');
}

/** Whether the Status alone says that there is nothing to attach to again. */
function isFinal({ kind }: RemoteStatus, hasShown: boolean): boolean {
  return kind === 'exit-code' || (kind === 'failure' && !hasShown);
}

/** Whether the pod's status follows with the end: a Success is usually true, and the status comes within a second. */
async function endsSoon(
  { context, request }: Pick<Mending, 'context' | 'request'>,
  signal: AbortSignal,
): Promise<boolean> {
  const { io, watch } = context;
  const step = { milliseconds: STEP_MS, what: 'reading the pod', signal };
  const end = await awaitContainerEnd(context, { ...request.container, patienceMs: GRACE_MS }, signal).catch(
    () => undefined, // the watch has failed; it is renewed below
  );
  signal.throwIfAborted();
  if (end !== undefined && end.kind !== 'still-running') return true;
  const latest = await withTimeLimit(io, step, (limit) => watch.renew(limit)).catch((error: unknown) => {
    signal.throwIfAborted();
    finalReason(error);
    return undefined;
  });
  return latest !== undefined && judgeContainer(latest, request.container).kind !== 'runs';
}

/**
 * Attaches again, or returns how the session ended. Throws the signal's reason when it is aborted.
 */
export async function mendConnection(mending: Mending, loss: Loss, signal: AbortSignal): Promise<Mended> {
  const { context, request, gate } = mending;
  const isTyped = ownsTerminal(context.io, request);
  const hasDoubtfulInput = gate.isInDoubt();
  const reason = describeLoss(loss.end);
  if (endsWithConnection(request)) {
    if (request.stdin && (hasDoubtfulInput || !gate.hasEnded()))
      mending.lacks('the connection was lost, and part of the input may not have arrived');
    return { kind: 'judged', outcome: await showRest(mending, loss, signal) };
  }
  if (hasDoubtfulInput && !isTyped) mending.lacks(`${reason}, and part of the input may not have arrived`);
  const news = tellLater(mending, { kind: 'lost', reason, isTyped }, signal);
  try {
    const mended = await tryUntilOpen(mending, { ...loss, news }, signal);
    if (mended.kind !== 'open') return mended;
    news.tell();
    goOn(mending, { ...mended, loss, hasDoubtfulKeys: isTyped && hasDoubtfulInput });
    return mended;
  } finally {
    news.stop();
  }
}

async function tryUntilOpen(
  mending: Mending,
  loss: Loss & { readonly news: LateNews },
  signal: AbortSignal,
): Promise<Mended> {
  const { io } = mending.context;
  for (let { attempts } = loss; ; attempts += 1) {
    await io.sleep(reconnectPauseMs(attempts, io.random), signal);
    const tried = await reattach(mending, { end: loss.end, onEnded: loss.news.stop }, signal);
    if (tried.kind === 'open') return { ...tried, attempts: attempts + 1 };
    if (tried.kind === 'over') return tried.end;
    if (tried.isRefused) loss.news.doubt();
    if (io.now().getTime() - loss.sinceMs >= GIVE_UP_MS)
      return { kind: 'judged', outcome: { kind: 'lost', reason: tried.reason } };
  }
}

/** Shows the rest from the log. If the container has ended, nothing is said of a lost connection. */
async function showRest(mending: Mending, { end, lostMs }: Loss, signal: AbortSignal): Promise<Outcome> {
  const { request } = mending;
  const hasEnded = end.kind === 'status' && (await endsSoon(mending, signal));
  if (hasEnded) return goOnByLog(mending, () => undefined, signal);
  const reason = describeLoss(end);
  const lost = request.stdin
    ? ({ kind: 'output-only', reason } as const)
    : ({ kind: 'lost', reason, isTyped: false } as const);
  const news = tellLater(mending, lost, signal);
  const onOpen = (): void => {
    // Its input has ended with the connection, and many commands end with their input.
    news.doubt();
    if (!request.stdin) news.add(() => tellBack(mending, { lostMs, hasDoubtfulKeys: false, mayLack: false }));
  };
  try {
    return await goOnByLog(mending, onOpen, signal);
  } finally {
    news.stop();
  }
}

/** Whether stdin of the container, without a terminal, ends with this connection. */
function endsWithConnection({ stdin, stdinOnce, tty, startLine }: AttachRequest): boolean {
  return stdinOnce && !tty && (stdin || startLine !== undefined);
}

interface GoingOn extends Opened {
  readonly loss: Loss;
  readonly hasDoubtfulKeys: boolean;
}

/** Tells that the connection is back, and has the remote program redraw itself below that. */
function goOn(mending: Mending, { stream, mayLack, loss, hasDoubtfulKeys }: GoingOn): void {
  const { context, request } = mending;
  tellBack(mending, { lostMs: loss.lostMs, hasDoubtfulKeys, mayLack });
  if (request.tty) void nudge(context.io, stream.resize);
}

interface Back {
  readonly lostMs: number;
  readonly hasDoubtfulKeys: boolean;
  readonly mayLack: boolean;
}

function tellBack(mending: Mending, { lostMs, ...news }: Back): void {
  const { context, gate } = mending;
  const afterMs = context.io.now().getTime() - lostMs;
  tellNews(mending, { kind: 'back', afterMs, hasDroppedKeys: gate.takeDropped(), ...news });
}
