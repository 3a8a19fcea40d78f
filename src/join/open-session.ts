import { readsStdin } from '../pod/containers/envelope.ts';
import { attachWhenStarted, type StartingAttach } from '../session/attach/attach-when-started.ts';
import { logSession } from '../session/log/log-session.ts';
import type { Outcome } from '../session/outcome.ts';
import type { SessionContext } from '../session/session-context.ts';
import { isFarAway } from '../start/wait/attach-attempts.ts';
import type { Connected } from './connected.ts';
import { canGoOnByLog, describeLogInstead } from './end/explain-unopened.ts';
import { EnvelopeUnfit, findObstacle } from './envelope-unfit.ts';
import type { OpenEnvelope } from './open-envelope.ts';
import { sayAboutTerminal } from './say/say-about-terminal.ts';
import { waitForSigns } from './wait-for-signs.ts';
import { isJustAdded, isTypedInto, type Watched } from './watched.ts';

/** A container to show, and where its output goes. */
export interface ConnectedSession extends Watched {
  readonly context: SessionContext;
  readonly envelope: OpenEnvelope | undefined;
}

/**
 * Shows a container by an attach or by its log. Throws `EnvelopeUnfit` if nothing ran and another container may fit, else
 * as `attachWhenStarted`, `logSession`, and the wait for the start.
 */
export async function openSession(
  connected: Connected,
  session: ConnectedSession,
  signal: AbortSignal,
): Promise<Outcome> {
  const { way, signs, from, container } = session;
  try {
    return await (way.kind === 'log'
      ? showLog(connected, session, signal)
      : attach(connected, session, signal));
  } catch (error) {
    const latest = signs.watch.latest();
    const obstacle = from === 'start' ? findObstacle(error, container) : undefined;
    if (obstacle === undefined || latest.kind === 'gone') throw error;
    throw new EnvelopeUnfit(obstacle, { pod: latest.pod, image: container.image ?? '', cause: error });
  }
}

/** A log can be opened only once the status says that its container runs. */
async function showLog(
  connected: Connected,
  session: ConnectedSession,
  signal: AbortSignal,
): Promise<Outcome> {
  const { ref, context, envelope } = session;
  await waitForSigns(connected, { ...session, accepts: 'status' })(signal);
  return logSession(context, { container: ref, ...(envelope && { finished: envelope.finished }) }, signal);
}

async function attach(
  connected: Connected,
  session: ConnectedSession,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, cluster, notes } = connected;
  const { container, signs, ref, context, envelope } = session;
  // An early attach that is refused closes its connection. From afar, opening another one takes longer than the refusal.
  if (isFarAway(signs.answerMs)) cluster.prepare(1);
  sayAboutTerminal(io, { tty: container.tty ?? false, notes });
  const request = attachRequestOf(connected, session);
  try {
    return await attachWhenStarted(context, request, signal);
  } catch (error) {
    const situation = { via: session.via, stdin: request.stdin, hasTerminal: io.terminal.hasInput };
    if (envelope?.startLine !== undefined || !canGoOnByLog(error, situation)) throw error;
    notes.warn(describeLogInstead(error, { ...ref, stdin: request.stdin }));
    return await logSession(context, { container: ref }, signal);
  }
}

function attachRequestOf(connected: Connected, session: ConnectedSession): StartingAttach {
  const { container, ref, detachKeys, way, envelope } = session;
  const { stdinOnce = false, tty = false } = container;
  const keepsKeys = isTypedInto(connected.io, session);
  // The times of early attaches are measured for a container that was just added to a running pod.
  const accepts = isJustAdded(session) ? 'attempt' : 'event';
  return {
    container: ref,
    stdin: readsStdin(container),
    stdinOnce,
    tty,
    earlierOutput: way.kind === 'attach' ? way.earlierOutput : 'skip',
    detachKeys,
    nextSign: waitForSigns(connected, { ...session, keepsKeys, accepts }),
    ...(envelope && { finished: envelope.finished }),
    ...(envelope?.startLine !== undefined && { startLine: envelope.startLine }),
  };
}
