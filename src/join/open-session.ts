import { readsStdin } from '../pod/containers/envelope.ts';
import type { AttachRequest } from '../session/input/converse.ts';
import { attachWhenStarted } from '../session/attach/attach-when-started.ts';
import { logSession } from '../session/log/log-session.ts';
import type { Outcome } from '../session/outcome.ts';
import type { SessionContext } from '../session/session-context.ts';
import { isFarAway } from '../start/wait/attach-attempts.ts';
import type { StartRequest } from '../start/wait/start-wait.ts';
import { EnvelopeUnfit, findObstacle } from './envelope-unfit.ts';
import type { Connected } from './connected.ts';
import type { OpenEnvelope } from './open-envelope.ts';
import { sayAboutTerminal } from './say/say-about-terminal.ts';
import { isTypedInto, type Showing } from './showing.ts';
import { canGoOnByLog, describeLogInstead } from './end/explain-unopened.ts';
import { waitForSigns } from './wait-for-signs.ts';

/** A container to show, and where its output goes. */
export interface Wired extends Showing {
  readonly context: SessionContext;
  readonly envelope: OpenEnvelope | undefined;
  /** Told once the attach stands. */
  readonly onOpen: () => void;
}

/**
 * Shows a container by its way. Throws `EnvelopeUnfit` where nothing ran, and another container may do, and else as the
 * sessions of these ways, and what the wait for its start throws.
 */
export async function openSession(connected: Connected, wired: Wired, signal: AbortSignal): Promise<Outcome> {
  try {
    return await (wired.way.kind === 'log'
      ? showLog(connected, wired, signal)
      : attach(connected, wired, signal));
  } catch (error) {
    const sight = wired.signs.watch.latest();
    const obstacle = wired.from === 'start' ? findObstacle(error, wired.container) : undefined;
    if (obstacle === undefined || sight.kind === 'gone') throw error;
    throw new EnvelopeUnfit(obstacle, { pod: sight.pod, image: wired.container.image ?? '', cause: error });
  }
}

/** The log opens only once the status says Running. */
async function showLog(connected: Connected, wired: Wired, signal: AbortSignal): Promise<Outcome> {
  const { ref, context, envelope } = wired;
  await waitForSigns(connected, { ...wired, accepts: 'status' })(signal);
  return logSession(context, { container: ref, ...(envelope && { finished: envelope.finished }) }, signal);
}

async function attach(connected: Connected, wired: Wired, signal: AbortSignal): Promise<Outcome> {
  const { io, cluster, notes } = connected;
  const { container, signs, ref, context, envelope } = wired;
  // An attempt that is refused takes its connection along, and from afar the next one takes longer to open than to refuse.
  if (isFarAway(signs.answerMs)) cluster.prepare(1);
  sayAboutTerminal(io, { tty: container.tty ?? false, notes });
  const request = requestOf(connected, wired);
  try {
    return await attachWhenStarted(context, request, signal);
  } catch (error) {
    const situation = { via: wired.via, stdin: request.stdin, hasTerminal: io.terminal.hasInput };
    if (envelope?.startLine !== undefined || !canGoOnByLog(error, situation)) throw error;
    notes.warn(describeLogInstead(error, { ...ref, stdin: request.stdin }));
    return await logSession(context, { container: ref }, signal);
  }
}

function requestOf(connected: Connected, wired: Wired): AttachRequest {
  const { io, notes } = connected;
  const { container, ref, detachKeys, way, envelope } = wired;
  const { stdinOnce = false, tty = false } = container;
  const accepts: StartRequest['accepts'] = wired.isJustAdded ? 'attempt' : 'event';
  const keepsKeys = isTypedInto(io, wired);
  return {
    container: ref,
    stdin: readsStdin(container),
    stdinOnce,
    tty,
    head: way.kind === 'attach' ? way.head : 'skip',
    detachKeys,
    // Early attempts are timed for a container of a running pod.
    nextSign: waitForSigns(connected, { ...wired, keepsKeys, accepts }),
    ...(envelope && { finished: envelope.finished }),
    ...(envelope?.startLine !== undefined && { startLine: envelope.startLine }),
    onOpen: wired.onOpen,
    onUntoldEnd: () =>
      notes.warn(
        `"${ref.container}" was started without a session, so its command cannot be told that the input has ended; it runs on, and Ctrl-C leaves it`,
      ),
    onStop: () =>
      notes.note(`stopped; fg continues; until then "${ref.container}" may wait for its output to be read`),
    onUnknownHead: () =>
      notes.warn('you may not read logs (pods/log), so what was printed before the attach may be missing'),
  };
}
