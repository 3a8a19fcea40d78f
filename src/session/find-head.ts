import { errorText } from '../errors/error-text.ts';
import { isApiError } from '../cluster/api-error.ts';
import { openLog } from '../cluster/log.ts';
import { isPassing } from '../cluster/watch-failure.ts';
import { findContainerEnd, findContainerState } from '../pod/container-state.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { PodSight } from '../start/pod-watch.ts';
import type { HeldOutput } from './held-output.ts';
import type { SessionContext } from './session-context.ts';
import { asOnTerminal, findSplice } from './splice.ts';

/** What an attach has missed, as far as the log can tell. */
export type Head =
  | { readonly kind: 'found'; readonly missed: Buffer }
  /** The stream fits the log in more than one place: only the log itself is the truth. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'gap'; readonly reason: string }
  /** The log may not be read. */
  | { readonly kind: 'unknown' };

/** How long the status may take to say that the container runs, which the log waits for, in milliseconds. */
const STATUS_DEADLINE_MS = 15_000;
/** How long the log may take to show what was attached, once it can be read, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
const READ_AGAIN_MS = 50;
/** Beyond this much the node may have rotated the log, and memory is not for holding output. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/** The attach whose beginning is looked for. */
export interface HeadRequest {
  readonly container: ContainerRef;
  readonly tty: boolean;
  readonly held: HeldOutput;
}

/**
 * Finds what a container printed before we were attached: the log has it, once the pod's status says Running. A log
 * that lags behind can mislead, so a place counts when two readings in a row agree on it. Who may not read logs has
 * to do without. Throws the signal's reason when it is aborted.
 */
export async function findHead(
  context: SessionContext,
  request: HeadRequest,
  signal: AbortSignal,
): Promise<Head> {
  try {
    await untilLogIsReadable(context, request.container, signal);
    return await readUntilFound(context, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) && error.code === 403) return { kind: 'unknown' };
    const why = errorText(error);
    return { kind: 'gap', reason: `the log cannot be read: ${why}` };
  }
}

async function readUntilFound(
  context: SessionContext,
  { container, tty, held }: HeadRequest,
  signal: AbortSignal,
): Promise<Head> {
  const deadlineMs = context.io.now().getTime() + LOG_DEADLINE_MS;
  let before: string | undefined;
  for (;;) {
    if (held.heldBytes() > MAX_HELD_BYTES)
      return { kind: 'gap', reason: 'too much output came before its start was known' };
    const attached = held.snapshot();
    const log = await readWholeLog(context, container, signal);
    const place = log === undefined ? 'not-yet' : locate(log, attached, held);
    if (place !== 'not-yet' && place === before && log !== undefined)
      return place === 'ambiguous' ? { kind: 'ambiguous' } : missedHead(log, Number(place), tty);
    before = place;
    if (context.io.now().getTime() > deadlineMs)
      return { kind: 'gap', reason: 'the log does not show what was printed' };
    await context.io.sleep(READ_AGAIN_MS, signal);
  }
}

function missedHead(log: Buffer, missed: number, tty: boolean): Head {
  const head = log.subarray(0, missed);
  return { kind: 'found', missed: tty ? asOnTerminal(head) : head };
}

/** How many bytes of the log were missed, as text so that two readings compare; or why that is not known. */
function locate(log: Buffer, attached: Buffer, held: HeldOutput): string {
  // Every whole line that the log has came before the attach as long as the stream has none.
  if (!attached.includes('\n')) return held.snapshot().includes('\n') ? 'not-yet' : `${log.length}`;
  const splice = findSplice(log, attached);
  return splice.kind === 'found' ? `${splice.missed}` : splice.kind;
}

/** Returns when the log should be readable, or nobody knows why it is not. */
async function untilLogIsReadable(
  { io, watch }: SessionContext,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const deadlineMs = io.now().getTime() + STATUS_DEADLINE_MS;
  const late = io.sleep(STATUS_DEADLINE_MS, AbortSignal.any([signal, over.signal]));
  try {
    while (!hasLog(watch.latest(), container) && io.now().getTime() < deadlineMs)
      await Promise.race([watch.changed(), late]);
  } finally {
    over.abort();
    late.catch(() => undefined); // nobody waits for it any more
  }
}

function hasLog(sight: PodSight, { container }: ContainerRef): boolean {
  return (
    sight.kind === 'gone' ||
    findContainerEnd(sight.pod, container) !== undefined ||
    findContainerState(sight.pod, container).kind === 'running'
  );
}

/** The log as it is now; undefined while it cannot be read. Throws `ApiError` when it never can. */
export async function readWholeLog(
  { cluster }: SessionContext,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    const { body } = await openLog(cluster, container, { signal });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return Buffer.concat(chunks);
  } catch (error) {
    // The kubelet's own view lags behind the status (400), or it is away for a moment.
    if (isPassing(error) || (isApiError(error) && error.code === 400)) return undefined;
    throw error;
  }
}
