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

/** The way to use now, or the next one that opens in time. Throws `timeout` if none does. */
export async function wayWithin({ io, ways, signal }: Serving): Promise<PodWay> {
  const until = io.now().getTime() + WAIT_MS;
  for (;;) {
    const current = ways.current();
    if (current !== undefined) return current;
    const pauseMs = until - io.now().getTime();
    if (pauseMs <= 0)
      throw new CliError(
        'timeout',
        `there was no pod to connect to for ${WAIT_MS / 1000} s, so the connection was closed`,
      );
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
  let podWay = await wayWithin(serving);
  for (let first: readonly Buffer[] = []; ;) {
    const end = await leadThrough(serving, podWay, { socket, open, first });
    if (end.kind !== 'failed') return;
    const { error, unanswered } = end;
    if (!isRefused(error) || unanswered === undefined) throw error;
    const next: PodWay | undefined = await wayAfter(serving, podWay);
    if (next === undefined && !podWay.isFresh()) throw error;
    podWay = next ?? podWay;
    first = unanswered;
  }
}

/** Whether the connection was cut together with others; the one who holds the way tells of all of them. */
export function isCut(error: unknown): boolean {
  return isCliError(error) && error.kind === 'connection-lost';
}

interface Leading {
  readonly socket: Socket;
  readonly open: (podWay: PodWay) => Duplex;
  readonly first: readonly Buffer[];
}

async function leadThrough(
  { signal }: Serving,
  podWay: PodWay,
  { socket, open, first }: Leading,
): Promise<SpliceEnd> {
  const held = podWay.hold();
  let cut: Error | undefined;
  try {
    const end = await splice(socket, open(podWay), { first, onSettled: held.settle });
    if (end.kind === 'failed' && isCut(end.error) && !signal.aborted) cut = end.error;
    return end;
  } finally {
    held.release(cut);
  }
}
