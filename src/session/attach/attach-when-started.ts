import { changedOrLater } from '../../cluster/watch/changed-or-later.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { attachByAnyProtocol } from './attach-by-any-protocol.ts';
import { outcomeOfTerminated, STATUS_LAG_MS } from '../await-end.ts';
import type { AttachRequest } from '../input/converse.ts';
import { logSession } from '../log/log-session.ts';
import type { Outcome } from '../outcome.ts';
import type { SessionContext } from '../session-context.ts';
import type { StartSign } from '../../start/wait/start-wait.ts';

/** How long to wait between two attaches to a container that runs by its status, in milliseconds. */
const ATTACH_AGAIN_MS = 100;
const LOOK_AGAIN_MS = 1000;

/** An attach to a container that may still be starting. */
export interface StartingAttach extends AttachRequest {
  /**
   * Waits for the next sign that the container runs; called again for a better one than `likely`. It is handed in because
   * only an attach can tell whether such a sign was right, and only src/join shows what is being waited for.
   */
  readonly nextSign: (signal: AbortSignal) => Promise<StartSign>;
}

/**
 * Attaches to a container at the first sign that it runs, and stays until the session ends. If the process has ended before
 * the attach, its output comes from its log. Throws `ApiError` when the server refuses the attach, what `nextSign` throws,
 * and the signal's reason when it is aborted before the attach.
 */
export async function attachWhenStarted(
  context: SessionContext,
  request: StartingAttach,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io } = context;
  let giveUpMs: number | undefined;
  for (;;) {
    const sign = await request.nextSign(signal);
    // A refusal closes its connection, so a second one is opened ahead for the next attempt.
    if (sign === 'likely') context.cluster.prepare(1);
    else giveUpMs ??= io.now().getTime() + STATUS_LAG_MS;
    const outcome = await endedAlready(context, request, signal);
    if (outcome !== undefined) return outcome;
    const early = { ...request, isEarly: sign === 'likely' };
    const attached = await attachByAnyProtocol(context, early, signal);
    if (attached.kind === 'over') return attached.outcome;
    if (attached.kind === 'refused') throw attached.error;
    if (giveUpMs === undefined) continue;
    if (io.now().getTime() > giveUpMs) return { kind: 'lost', reason: attached.message };
    await pauseBeforeNext(context, request, signal);
  }
}

/** A process that does not wait for input has usually ended by then, and the status says so within a second. */
async function pauseBeforeNext(
  { io, watch }: SessionContext,
  { stdin, startLine }: AttachRequest,
  signal: AbortSignal,
): Promise<void> {
  if (stdin || startLine !== undefined) await io.sleep(ATTACH_AGAIN_MS, signal);
  else await changedOrLater(io, { changes: [watch.changed()], pauseMs: LOOK_AGAIN_MS }, signal);
}

/** Returns how the session ended if there is nothing left to attach to, else undefined. */
async function endedAlready(
  context: SessionContext,
  { container, earlierOutput, startLine }: AttachRequest,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const latest = context.watch.latest();
  if (latest.kind === 'gone') return { kind: 'unknown', reason: 'the pod was deleted' };
  const ended = findContainerEnd(latest.pod, container.container);
  if (ended === undefined) return undefined;
  // Output from before the attach is only in the log.
  if (earlierOutput !== 'skip') return logSession(context, { container }, signal);
  if (startLine === undefined) return outcomeOfTerminated(ended);
  // The command has not run without its start line, but the runtime may have printed why.
  return logSession(context, { container }, signal).catch(() => {
    signal.throwIfAborted();
    return outcomeOfTerminated(ended);
  });
}
