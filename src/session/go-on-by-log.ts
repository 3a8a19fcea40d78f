import { readWholeLog } from './find-head.ts';
import { makeLogCursor } from './log-cursor.ts';
import { followLog } from './log-session.ts';
import { STEP_MS, type Mending } from './mending.ts';
import { GIVE_UP_MS } from './outage.ts';
import type { Outcome } from './outcome.ts';
import type { Output } from './output.ts';
import { findSeen } from './replay.ts';

const READ_AGAIN_MS = 500;

/**
 * Shows the rest of the output of a container that no input can reach any more, by its log. An end of the container
 * is no success where input may be missing.
 */
export async function goOnByLog(
  mending: Mending,
  hasDoubtfulInput: boolean,
  signal: AbortSignal,
): Promise<Outcome> {
  const { context, request, memory } = mending;
  const { container, tty } = request;
  const log = await readPatiently(mending, signal);
  if (log === undefined) return { kind: 'lost', reason: 'the log cannot be read' };
  const seen = findSeen(log, memory.shown());
  if (seen === undefined)
    mending.lacks('the log does not show what was printed before the connection was lost');
  const cursor = makeLogCursor(seen ?? log);
  const outcome = await followLog(context, { container, tty, cursor, output: outputOf(mending) }, signal);
  if (!hasDoubtfulInput || outcome.kind !== 'exited') return outcome;
  return {
    kind: 'incomplete',
    reason: 'the connection was lost, and part of the input may not have arrived',
  };
}

async function readPatiently(
  { context, request }: Mending,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const { io } = context;
  const giveUpMs = io.now().getTime() + GIVE_UP_MS;
  while (io.now().getTime() < giveUpMs) {
    const log = await readWholeLog(context, { container: request.container, withinMs: STEP_MS }, signal);
    if (log !== undefined) return log;
    await io.sleep(READ_AGAIN_MS, signal);
  }
  return undefined;
}

function outputOf({ listeners }: Mending): Output {
  return { write: listeners.onOutput, flush: () => Promise.resolve() };
}
