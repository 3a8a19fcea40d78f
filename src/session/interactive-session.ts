import { findContainerEnd } from '../pod/container-state.ts';
import { attachByAnyProtocol } from './attach-by-any-protocol.ts';
import type { AttachEnd } from './attach-session.ts';
import { outcomeOfTerminated, STATUS_LAG_MS } from './await-end.ts';
import type { AttachRequest } from './converse.ts';
import { logSession } from './log-session.ts';
import type { Outcome } from './outcome.ts';
import type { SessionContext } from './session-context.ts';

/** Between two attaches while the container is on its way up, in milliseconds. */
const ATTACH_AGAIN_MS = 100;

/**
 * Attaches to a container that was said to run, and stays until the session ends. Where the process was quicker
 * than the attach, what it wrote is printed from its log. Throws `ApiError` when the server refuses the attach,
 * and the signal's reason when it is aborted before the attach.
 */
export async function interactiveSession(
  context: SessionContext,
  request: AttachRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, watch } = context;
  const giveUpMs = io.now().getTime() + STATUS_LAG_MS;
  for (;;) {
    const sight = watch.latest();
    if (sight.kind === 'gone') return { kind: 'unknown', reason: 'the pod was deleted' };
    const ended = findContainerEnd(sight.pod, request.container.container);
    if (ended !== undefined && request.head === 'skip') return outcomeOfTerminated(ended);
    // Whatever came before the attach is only in the log.
    if (ended !== undefined) return logSession(context, request.container, signal);
    const attached = await attachByAnyProtocol(context, request, signal);
    if (attached.kind === 'over' && !needsLog(attached, request)) return attached.outcome;
    if (attached.kind === 'over') continue;
    if (io.now().getTime() > giveUpMs) return { kind: 'lost', reason: attached.message };
    await io.sleep(ATTACH_AGAIN_MS, signal);
  }
}

/** A process that ended before a byte of it came may have said everything before the attach. */
function needsLog(
  { sawOutput, outcome }: Extract<AttachEnd, { kind: 'over' }>,
  { head }: AttachRequest,
): boolean {
  const hasEnded = outcome.kind === 'exited' || outcome.kind === 'incomplete';
  return head === 'live' && !sawOutput && hasEnded;
}
