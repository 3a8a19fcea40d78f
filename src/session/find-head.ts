import { isApiError } from '../cluster/api-error.ts';
import { openLog } from '../cluster/log.ts';
import { findContainerEnd, findContainerState } from '../pod/container-state.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { HeldOutput } from './held-output.ts';
import type { SessionContext } from './session-context.ts';
import { asOnTerminal, findSplice } from './splice.ts';

/** What an attach has missed, as far as the log can tell. */
export type Head =
  | { readonly kind: 'found'; readonly missed: Buffer }
  /** The stream fits the log in more than one place: only the log itself is the truth. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'gap'; readonly reason: string };

/** How long the log may take to show what was attached, once it can be read, in milliseconds. */
const LOG_DEADLINE_MS = 5000;
const READ_AGAIN_MS = 50;
/** Beyond this much the node may have rotated the log, and memory is not for holding output. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

/**
 * Finds what a container printed before we were attached: the log has it, once the pod's status says Running. A log
 * that lags behind can mislead, so a place counts when two readings in a row agree on it. Throws the signal's
 * reason when it is aborted, and `ApiError` when the log may not be read.
 */
export async function findHead(
  context: SessionContext,
  {
    container,
    tty,
    held,
  }: { readonly container: ContainerRef; readonly tty: boolean; readonly held: HeldOutput },
  signal: AbortSignal,
): Promise<Head> {
  await untilLogIsReadable(context, container, signal);
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

async function untilLogIsReadable(
  { io, watch }: SessionContext,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const aborted = io.sleep(2 ** 31 - 1, AbortSignal.any([signal, over.signal]));
  aborted.catch(() => undefined);
  try {
    for (;;) {
      const sight = watch.latest();
      if (sight.kind === 'gone') return;
      if (findContainerEnd(sight.pod, container.container) !== undefined) return;
      if (findContainerState(sight.pod, container.container).kind === 'running') return;
      await Promise.race([watch.changed(), aborted]);
    }
  } finally {
    over.abort();
  }
}

async function readWholeLog(
  { cluster }: SessionContext,
  container: ContainerRef,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  try {
    const { body } = await openLog(cluster, container, { signal });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks);
  } catch (error) {
    if (isApiError(error) && error.code === 400) return undefined; // the kubelet's own view lags behind the status
    if (isApiError(error) && error.code === 403) return Buffer.alloc(0); // attach without logs: what came before is lost
    throw error;
  }
}
