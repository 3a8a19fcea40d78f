import { latestPod } from '../cluster/watch/pod-watch.ts';
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
export interface ShownSession extends Watched {
  readonly context: SessionContext;
  readonly envelope: OpenEnvelope | undefined;
}

/**
 * Shows a container by an attach or by its log. Throws `EnvelopeUnfit` if nothing ran and another container may fit, else
 * as `attachWhenStarted`, `logSession`, and the wait for the start.
 */
export async function openSession(
  connected: Connected,
  session: ShownSession,
  signal: AbortSignal,
): Promise<Outcome> {
  const { way, signs, from, container } = session;
  try {
    return await (way.kind === 'log'
      ? showLog(connected, session, signal)
      : attach(connected, session, signal));
  } catch (error) {
    const pod = latestPod(signs.watch);
    const obstacle = from === 'start' ? findObstacle(error, container) : undefined;
    if (obstacle === undefined || pod === undefined) throw error;
    throw new EnvelopeUnfit(obstacle, { pod, image: container.image ?? '', cause: error });
  }
}

/** A log can be opened only once the status says that its container runs. */
async function showLog(connected: Connected, session: ShownSession, signal: AbortSignal): Promise<Outcome> {
  await waitForSigns(connected, { ...session, accepts: 'status' })(signal);
  return readLog(session, signal);
}

function readLog({ ref, context, envelope }: ShownSession, signal: AbortSignal): Promise<Outcome> {
  return logSession(context, { container: ref, ...(envelope && { finished: envelope.finished }) }, signal);
}

async function attach(connected: Connected, session: ShownSession, signal: AbortSignal): Promise<Outcome> {
  const { io, cluster, notes, isBrief } = connected;
  const { container, signs, ref, context, envelope } = session;
  // An early attach that is refused closes its connection. From afar, opening another one takes longer than the refusal.
  if (isFarAway(signs.answerMs)) cluster.prepare(1);
  if (isBrief !== true) sayAboutTerminal(io, { tty: container.tty ?? false, notes });
  const request = attachRequestOf(connected, session);
  try {
    return await attachWhenStarted(context, request, signal);
  } catch (error) {
    const situation = { via: session.via, stdin: request.stdin, hasTerminal: io.terminal.hasInput };
    if (envelope?.startLine !== undefined || !canGoOnByLog(error, situation)) throw error;
    notes.warn(describeLogInstead(error, { ...ref, stdin: request.stdin }));
    return await readLog(session, signal);
  }
}

function attachRequestOf(connected: Connected, session: ShownSession): StartingAttach {
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
