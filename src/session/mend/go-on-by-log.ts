import { isApiError } from '../../cluster/refusals/api-error.ts';
import { readWholeLog } from '../log/read-whole-log.ts';
import { findUnseen } from '../gap/find-unseen.ts';
import { makeLogCursor } from '../log/log-cursor.ts';
import { followLog } from '../log/log-session.ts';
import type { Mending } from './mending.ts';
import { STEP_MS, GIVE_UP_MS } from '../patience.ts';
import type { Outcome } from '../outcome.ts';
import type { Output } from '../local/output.ts';
import { findSeen } from '../gap/find-shown-end.ts';

const READ_AGAIN_MS = 500;
/** How long the log may lag behind a stream, and how often it is read until then, in milliseconds. */
const LAG_MS = 5000;
const LOOK_AGAIN_MS = 100;
const NOT_SHOWN = 'the log does not show what was printed before the connection was lost';

/**
 * Shows the rest of a container's output from its log, when no more input can reach it. Calls `onOpen` once the log can be
 * read.
 */
export async function goOnByLog(mending: Mending, onOpen: () => void, signal: AbortSignal): Promise<Outcome> {
  const { context, request } = mending;
  const { container, tty } = request;
  const log = await readPatiently(mending, signal);
  if (log === undefined && context.watch.latest().kind === 'gone')
    return { kind: 'unknown', reason: 'the pod was deleted' };
  if (log === undefined) return { kind: 'lost', reason: 'the log cannot be read' };
  onOpen();
  const output = outputOf(mending);
  const cursor = makeLogCursor(await findShown(mending, { log, output }, signal));
  return followLog(context, { container, tty, cursor, output }, signal);
}

interface FirstLog {
  readonly log: Buffer;
  readonly output: Output;
}

/** Returns the part of the log that was shown; all of it when that is not known. */
async function findShown(mending: Mending, { log, output }: FirstLog, signal: AbortSignal): Promise<Buffer> {
  if (mending.request.startLine !== undefined) return showUnseen(mending, { log, output }, signal);
  const seen = findSeen(log, mending.memory.shown());
  if (seen === undefined) mending.lacks(NOT_SHOWN);
  return seen ?? log;
}

/**
 * Shows all lines of an envelope's log that were not shown. The log merges both streams in its own order, and may lag behind
 * what came.
 */
async function showUnseen(
  mending: Mending,
  { log: first, output }: FirstLog,
  signal: AbortSignal,
): Promise<Buffer> {
  const { io } = mending.context;
  const deadlineMs = io.now().getTime() + LAG_MS;
  for (let log = first; ; log = (await readPatiently(mending, signal)) ?? log) {
    const unseen = findUnseen(log, mending.memory.streams());
    unseen?.forEach(({ channel, bytes }) => output.write(channel, bytes));
    if (unseen !== undefined) return log;
    if (io.now().getTime() > deadlineMs) {
      mending.lacks(NOT_SHOWN);
      return log;
    }
    await io.sleep(LOOK_AGAIN_MS, signal);
  }
}

async function readPatiently(
  { context, request }: Mending,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { io, watch } = context;
  const giveUpMs = io.now().getTime() + GIVE_UP_MS;
  while (io.now().getTime() < giveUpMs && watch.latest().kind !== 'gone') {
    const wanted = { container: request.container, withinMs: STEP_MS };
    const log = await readWholeLog(context, wanted, signal).catch(unlessUnknown);
    if (log !== undefined) return log;
    await io.sleep(READ_AGAIN_MS, signal);
  }
  return undefined;
}

/** A kubelet that was restarted does not know its pods at first (404). */
function unlessUnknown(error: unknown): undefined {
  if (!isApiError(error) || error.code !== 404) throw error;
}

function outputOf({ listeners }: Mending): Output {
  return { write: listeners.onOutput, flush: () => Promise.resolve() };
}
