import type { Io } from '../io.ts';
import type { ContainerFields, ContainerRef } from '../pod/types.ts';
import type { ConnectionNews } from '../session/connection-news.ts';
import { ownsTerminal } from '../session/converse.ts';
import type { DetachKeys } from '../session/detach-keys.ts';
import { interactiveSession } from '../session/interactive-session.ts';
import { logSession } from '../session/log-session.ts';
import { outputSession } from '../session/output-session.ts';
import { openOutput, type Output } from '../session/output.ts';
import type { Outcome } from '../session/outcome.ts';
import type { ContainerVia, Way } from '../session/ways.ts';
import { isFarAway } from '../start/attach-attempts.ts';
import { namePlatform } from '../start/name-platform.ts';
import type { StartSigns } from '../start/start-signs.ts';
import type { StartRequest } from '../start/start-wait.ts';
import { explainDenial, hearDenials } from './closed-files.ts';
import { findFormatError, rememberStart } from './format-error.ts';
import type { Connected } from './join-container.ts';
import { isRunning, untilRunning } from './limit-run.ts';
import { sayAboutConnection } from './say-about-connection.ts';
import { sayAboutTerminal } from './say-about-terminal.ts';
import { hearSilence, saySilentContainer, type Leaving } from './say-silence.ts';
import { canGoOnByLog, describeLogInstead } from './unopened-session.ts';
import { waitForSigns } from './wait-for-signs.ts';

/** A container to show, and how. */
export interface Showing {
  readonly container: ContainerFields;
  readonly ref: ContainerRef;
  readonly signs: StartSigns;
  readonly startTimeoutMs: number;
  readonly detachKeys: DetachKeys;
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  readonly way: Way;
  /** Whether its command is only a shell. */
  readonly runsShell: boolean;
  /** Whether a running pod was asked for it just now. */
  readonly isJustAdded: boolean;
  /** Whether its pod is deleted afterwards. */
  readonly isRemoved?: boolean;
}

/**
 * Shows a container from the first sign on that it runs, by the way that fits, until it ends or we leave. One that is
 * silent for a while is spoken of. Throws as the sessions of these ways, and what the wait for its start throws.
 */
export async function showSession(
  connected: Connected,
  joining: Showing,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, cluster, notes } = connected;
  const denials = hearDenials(openOutput(io));
  const { output, text } = rememberStart(denials.output);
  const { ref, signs } = joining;
  const heard = hearSilence({
    io,
    output,
    started: (scope) => untilRunning(signs.watch, ref, scope),
    isSilent: () => !isShellToTypeInto(joining) && isRunning(signs.watch.latest(), ref),
    say: () => saySilentContainer(ref, leavingOf(connected, joining)),
  });
  try {
    const outcome = await show(connected, { ...joining, output: heard.output }, signal);
    const error = findFormatError(outcome, { text: text(), ref });
    const sight = signs.watch.latest();
    const pod = sight.kind === 'present' ? sight.pod : undefined;
    const why = pod !== undefined && denials.wasDenied() ? explainDenial(pod, ref.container) : undefined;
    // Who types was told as it began.
    if (why !== undefined && joining.container.tty !== true) notes.warnOf(why);
    if (error === undefined) return outcome;
    const node = pod?.spec.nodeName;
    throw await namePlatform(cluster, { error, node }, signal);
  } finally {
    heard.stop();
  }
}

/** At its prompt a shell waits for a person, not a person for a shell. */
function isShellToTypeInto({ container: { stdin, tty }, runsShell }: Showing): boolean {
  return stdin === true && tty === true && runsShell;
}

function leavingOf(
  { io, notes }: Connected,
  { container, way, detachKeys, isRemoved = false }: Showing,
): Leaving {
  return { notes, ownsTerminal: isTypedInto(io, { container, way }), detachKeys, isRemoved };
}

function isTypedInto(
  io: Io,
  { container: { stdin = false, tty = false }, way }: Pick<Showing, 'container' | 'way'>,
): boolean {
  return way.kind === 'attach' && ownsTerminal(io, { stdin, tty });
}

async function show(
  connected: Connected,
  joining: Showing & { readonly output: Output },
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, cluster, notes } = connected;
  const { container, signs, ref, detachKeys, way, output } = joining;
  const tell = (news: ConnectionNews): void => sayAboutConnection(news, { container: ref, notes });
  const connection = { reconnects: joining.reconnects, tell };
  const context = { io, cluster, watch: signs.watch, output, connection };
  // An attempt that is refused takes its connection along, and from afar the next one takes longer to open than to refuse.
  if (way.kind === 'attach' && isFarAway(signs.answerMs)) cluster.prepare(1);
  const keepsKeys = isTypedInto(io, joining);
  const nextSign = waitForSigns(connected, { ...joining, keepsKeys, accepts: chooseSigns(joining) });
  if (way.kind === 'log') {
    const request = { container: ref, events: signs.events, nextSign };
    if (way.streams === 'apart') return outputSession(context, request, signal);
    await nextSign(signal);
    return logSession(context, ref, signal);
  }
  const { stdin = false, stdinOnce = false, tty = false } = container;
  sayAboutTerminal(io, { tty, notes });
  const { head } = way;
  const onUntoldEnd = (): void =>
    notes.warn(
      `"${ref.container}" was started without a session, so its command cannot be told that the input has ended; it runs on, and Ctrl-C leaves it`,
    );
  const onStop = (): void =>
    notes.note(
      `stopped; fg goes on, and until then "${ref.container}" has to wait once nobody takes its output`,
    );
  const onUnknownHead = (): void =>
    notes.warn('you may not read logs (pods/log), so what was printed before the attach may be missing');
  const said = { onUntoldEnd, onStop, onUnknownHead };
  const request = { container: ref, stdin, stdinOnce, tty, head, detachKeys, nextSign, ...said };
  try {
    return await interactiveSession(context, request, signal);
  } catch (error) {
    if (!canGoOnByLog(error, { via: joining.via, stdin, hasTerminal: io.terminal.hasInput })) throw error;
    notes.warn(describeLogInstead(error, ref));
    return await logSession(context, ref, signal);
  }
}

/** The log opens only once the status says Running. Early attempts are timed for a container of a running pod. */
function chooseSigns({ way, isJustAdded }: Showing): StartRequest['accepts'] {
  if (way.kind === 'log') return 'status';
  return isJustAdded ? 'attempt' : 'event';
}
