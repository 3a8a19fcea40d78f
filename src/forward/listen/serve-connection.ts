import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { Io } from '../../io.ts';
import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import type { PodWay, Ways } from '../ways.ts';
import type { FailureLines } from './failure-lines.ts';
import { splice, type SpliceEnd } from './splice.ts';

/** What all connections of a call share. */
export interface Serving {
  readonly io: Pick<Io, 'sleep' | 'now'>;
  readonly ways: Ways;
  readonly failures: FailureLines;
  /** Aborted when the call ends. */
  readonly signal: AbortSignal;
}

/** How long a connection waits for a way, in milliseconds: longer than most rollouts take between two pods. */
const WAIT_MS = 30_000;
/** How long a refused connection waits for the news that another pod is taken. */
const NEWS_MS = 500;

/** The way to use now, or the next one that opens in time; undefined if none does. */
async function wayWithin({ io, ways, signal }: Serving, waitMs: number): Promise<PodWay | undefined> {
  const until = io.now().getTime() + waitMs;
  for (;;) {
    const current = ways.current();
    const pauseMs = until - io.now().getTime();
    if (current !== undefined || pauseMs <= 0) return current;
    await changedOrLater(io, { changes: [ways.changed()], pauseMs }, signal);
  }
}

/** The way after `last`, if one opens in time. */
async function wayAfter(serving: Serving, last: PodWay): Promise<PodWay | undefined> {
  const { io, ways, signal } = serving;
  const from = io.now().getTime();
  for (;;) {
    const current = ways.current();
    if (current !== undefined && current !== last) return current;
    const waitMs = current === undefined || ways.isChanging() ? WAIT_MS : NEWS_MS;
    const pauseMs = from + waitMs - io.now().getTime();
    if (pauseMs <= 0) return undefined;
    await changedOrLater(io, { changes: [ways.changed()], pauseMs }, signal);
  }
}

/** Whether the pod did not take the connection, so that nothing has reached a program in it. */
function isRefused(error: Error): boolean {
  return isCliError(error) && error.kind === 'port-closed';
}

/**
 * Leads one local connection into the pod, and returns when both sides have ended. Waits while there is no pod, and takes the
 * next pod if the current one is ending and refuses. Never rejects: a failure resets the connection, and a line says why.
 */
export async function serveConnection(
  serving: Serving,
  socket: Socket,
  open: (podWay: PodWay) => Duplex,
): Promise<void> {
  // Until the splice listens, a client that leaves is noticed only then.
  socket.on('error', () => undefined);
  try {
    await leadToAnyPod(serving, socket, open);
  } catch (error) {
    socket.resetAndDestroy();
    if (!serving.signal.aborted && !isCut(error)) serving.failures.tell(toError(error));
  }
}

async function leadToAnyPod(
  serving: Serving,
  socket: Socket,
  open: (podWay: PodWay) => Duplex,
): Promise<void> {
  let podWay: PodWay | undefined = await wayWithin(serving, WAIT_MS);
  for (let first: readonly Buffer[] = []; podWay !== undefined;) {
    const end = await leadThrough(podWay, socket, { open, first });
    if (end.kind !== 'failed') return;
    const { error, unanswered } = end;
    if (!isRefused(error) || unanswered === undefined) throw error;
    const next: PodWay | undefined = await wayAfter(serving, podWay);
    if (next === undefined) throw error;
    podWay = next;
    first = unanswered;
  }
  throw new CliError('timeout', `no pod was ready for ${WAIT_MS / 1000} s, so a connection was closed`);
}

/** Whether the connection was cut together with others; the one who holds the way tells of all of them. */
function isCut(error: unknown): boolean {
  return isCliError(error) && error.kind === 'connection-lost';
}

async function leadThrough(
  podWay: PodWay,
  socket: Socket,
  { open, first }: { readonly open: (podWay: PodWay) => Duplex; readonly first: readonly Buffer[] },
): Promise<SpliceEnd> {
  const held = podWay.hold();
  let cut: Error | undefined;
  try {
    const end = await splice(socket, open(podWay), first);
    if (end.kind === 'failed' && isCut(end.error)) cut = end.error;
    return end;
  } finally {
    held.release(cut);
  }
}
