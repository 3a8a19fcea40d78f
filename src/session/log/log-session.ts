import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { ResponseStream } from '../../cluster/cluster.ts';
import { openLog } from '../../cluster/api/log.ts';
import { isPassing } from '../../cluster/watch/watch-failure.ts';
import { errorText } from '../../errors/error-text.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import { findContainerEnd, hasRestarted } from '../../pod/containers/container-state.ts';
import type { ContainerRef } from '../../pod/types.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { awaitContainerEnd, outcomeOfEnd, outcomeOfExitCode, STATUS_LAG_MS } from '../await-end.ts';
import { copyLog, type Copied, type LogCopy } from './copy-log.ts';
import { makeLogOutage, type LogOutage } from './log-outage.ts';
import { makeLogCursor, type LogCursor } from './log-cursor.ts';
import type { Outcome } from '../outcome.ts';
import type { CommandEnd } from '../records/records.ts';
import type { SessionContext } from '../session-context.ts';

/** How one reading of the log ended. */
type ReadingEnd =
  | Copied
  /** We stopped it, as the container has ended and a new reading is quicker. */
  | { readonly kind: 'stopped' }
  /** The log could not be reached for too long. */
  | { readonly kind: 'lost'; readonly reason: string };

/** How long to wait before the log is read again, in milliseconds. */
const RETRY_MS = 500;
/** How often a node may fail to read the log of a container that has ended. */
const MAX_FAILURES = 10;
/** How long a node may be unreachable, as a kubelet that restarts is, in milliseconds. */
const MAX_REFUSED_MS = 120_000;
/**
 * A follow goes on for a second after the container's end, so we stop it and read the rest at once. Not beyond this many
 * bytes: the node may have rotated the log by then, and only a follow survives that.
 */
const MAX_BYTES_TO_READ_AGAIN = 1024 * 1024;

interface LogSession extends LogCopy {
  readonly context: SessionContext;
  readonly container: ContainerRef;
  readonly outage: LogOutage;
}

/**
 * Prints the log of a container from its first byte until the container has ended, or its records prove that the command
 * has. Throws `ApiError` when the user may not read the log.
 */
export async function logSession(
  context: SessionContext,
  { container, finished }: LoggedCommand,
  signal: AbortSignal,
): Promise<Outcome> {
  const { output } = context;
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const followed = followLog(context, { container, output, tty: false }, scope);
  followed.catch(() => undefined); // awaited below, unless the command has ended before
  const ended = finished?.then(({ exitCode }) => outcomeOfExitCode(exitCode));
  const outcome = await Promise.race([followed, ...(ended ? [ended] : [])]).finally(() => over.abort());
  if (outcome.kind !== 'detached') await output.flush(signal);
  return outcome;
}

/** A container whose log is shown. */
export interface LoggedCommand {
  readonly container: ContainerRef;
  /** Resolves once all records of the command are there; the session then ends without waiting for log or status. */
  readonly finished?: Promise<CommandEnd>;
}

/**
 * Copies the log of a container to `output` until the container has ended. The pod's status decides that, as a kubelet that
 * stops ends its logs as well. Throws `ApiError` when the user may not read the log.
 */
export async function followLog(
  context: SessionContext,
  request: Omit<LogSession, 'context' | 'cursor' | 'outage'> & { readonly cursor?: LogCursor },
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { container, output, tty, cursor = makeLogCursor() } = request;
    const outage = makeLogOutage(context);
    return await followToTheEnd({ context, container, output, tty, cursor, outage }, signal);
  } catch (error) {
    const reason: unknown = signal.reason;
    if (signal.aborted && isInterrupted(reason)) return { kind: 'detached', by: reason.signalName };
    throw error;
  }
}

async function followToTheEnd(session: LogSession, signal: AbortSignal): Promise<Outcome> {
  const { context, container } = session;
  let past: Past = { hasFollowedToTheEnd: false, wasWhole: false, failures: 0 };
  for (;;) {
    const hasEnded = hasContainerEnded(session);
    const reading = await readLog(session, { follow: !hasEnded }, signal);
    past = addReading(past, reading, hasEnded);
    const failure = judgeReading(reading, past);
    if (failure !== undefined) return failure;
    if (hasEnded && !isWorthAnother(reading)) break;
    if (await isLostForGood(session, reading, signal)) return { kind: 'lost', reason: 'the log ended' };
    if (reading.kind !== 'stopped' || !hasContainerEnded(session)) await pauseForNews(session, signal);
  }
  const end = await awaitContainerEnd(context, { ...container, patienceMs: STATUS_LAG_MS }, signal);
  return outcomeOfEnd(end, 'the log ended');
}

/** What the readings so far have told. */
interface Past {
  /** Whether the last one followed the log to its end. */
  readonly hasFollowedToTheEnd: boolean;
  /** Whether the one before did, and the container has ended: all was shown then, even if the log is rotated now. */
  readonly wasWhole: boolean;
  /** How many readings in a row have failed since the container ended. */
  readonly failures: number;
}

function addReading({ hasFollowedToTheEnd, failures }: Past, { kind }: ReadingEnd, hasEnded: boolean): Past {
  return {
    hasFollowedToTheEnd: !hasEnded && kind === 'complete',
    wasWhole: hasEnded && hasFollowedToTheEnd,
    failures: hasEnded && kind === 'failed' ? failures + 1 : 0,
  };
}

function isWorthAnother({ kind }: ReadingEnd): boolean {
  return kind === 'cut' || kind === 'failed';
}

function judgeReading(reading: ReadingEnd, { wasWhole, failures }: Past): Outcome | undefined {
  if (reading.kind === 'lost') return reading;
  if (reading.kind === 'failed' && failures >= MAX_FAILURES)
    return { kind: 'incomplete', reason: `the node says: ${reading.reason}` };
  if (reading.kind !== 'rotated' || wasWhole) return undefined;
  return { kind: 'incomplete', reason: 'the node rotated the log before all of it was read' };
}

/** Whether the log ended while its container runs, and the user does not want to reconnect. */
async function isLostForGood(
  session: LogSession,
  { kind }: ReadingEnd,
  signal: AbortSignal,
): Promise<boolean> {
  const { context, container } = session;
  if (context.connection?.reconnects !== false || kind === 'stopped') return false;
  const end = await awaitContainerEnd(context, { ...container, patienceMs: STATUS_LAG_MS }, signal);
  return end.kind === 'still-running';
}

/** After the end of a follow, the status usually says why within a second. */
function pauseForNews({ context: { io, watch } }: LogSession, signal: AbortSignal): Promise<void> {
  return changedOrLater(io, { changes: [watch.changed()], pauseMs: RETRY_MS }, signal);
}

function hasContainerEnded({ context, container }: LogSession): boolean {
  const latest = context.watch.latest();
  return latest.kind === 'gone' || findContainerEnd(latest.pod, container.container) !== undefined;
}

/** Whether the pod is gone, and its logs with it: another pod may have its name. */
function isPodGone({ context }: LogSession): boolean {
  return context.watch.latest().kind === 'gone';
}

/** Whether a container of a copy was restarted before its log was read: its first process then has another log. */
function isFirstProcessGone({ context, container }: LogSession): boolean {
  const latest = context.watch.latest();
  return latest.kind === 'present' && hasRestarted(latest.pod, container.container);
}

async function readLog(
  session: LogSession,
  { follow }: { readonly follow: boolean },
  signal: AbortSignal,
): Promise<ReadingEnd> {
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const response = await openPatiently(session, { follow }, scope);
  if (response === undefined) return { kind: 'complete' };
  if ('kind' in response) return response;
  if (follow) void stopAtContainerEnd(session, over);
  try {
    return await copyLog(session, response.body, { follow });
  } catch {
    signal.throwIfAborted();
    return { kind: over.signal.aborted ? 'stopped' : 'cut' };
  } finally {
    over.abort();
    response.body.destroy();
  }
}

/**
 * Opens the log as soon as it can be read: once the status says Running, and the node is reachable. Returns undefined once
 * the pod is gone.
 */
async function openPatiently(
  session: LogSession,
  { follow }: { readonly follow: boolean },
  signal: AbortSignal,
): Promise<ResponseStream | Extract<ReadingEnd, { kind: 'lost' }> | undefined> {
  const { context, container, outage } = session;
  const giveUpMs = context.io.now().getTime() + MAX_REFUSED_MS;
  while (!isPodGone(session)) {
    const options = { follow, ...(isFirstProcessGone(session) && { previous: true }), signal };
    try {
      const response = await openLog(context.cluster, container, options);
      await outage.isOver(signal);
      return response;
    } catch (error) {
      signal.throwIfAborted();
      const isLater = isNotYet(error) && context.io.now().getTime() <= giveUpMs;
      if (!isLater && !outage.isWorthTrying(error)) return lostOrThrow(error);
    }
    await pauseForNews(session, signal);
  }
  return undefined;
}

/** Whether the kubelet does not know the pod yet, after a restart (404), or has no log of it yet (400). */
function isNotYet(error: unknown): boolean {
  return isApiError(error) && (error.code === 400 || error.code === 404);
}

function lostOrThrow(error: unknown): Extract<ReadingEnd, { kind: 'lost' }> {
  if (!isPassing(error)) throw error;
  return { kind: 'lost', reason: errorText(error) };
}

async function stopAtContainerEnd(session: LogSession, over: AbortController): Promise<void> {
  while (!over.signal.aborted) {
    if (hasContainerEnded(session)) {
      if (session.cursor.position() <= MAX_BYTES_TO_READ_AGAIN) over.abort();
      return;
    }
    await session.context.watch.changed().catch(() => over.abort());
  }
}
