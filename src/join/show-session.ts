import { commandOf } from '../pod/containers/envelope.ts';
import type { Pod } from '../pod/types.ts';
import type { ConnectionNews } from '../session/connection-news.ts';
import { openOutput } from '../session/local/output.ts';
import type { Outcome } from '../session/outcome.ts';
import { namePlatform } from '../start/judge/name-platform.ts';
import { explainDenial, hearDenials } from './hear/closed-files.ts';
import { hearNodeDenials } from './hear/denied-on-node.ts';
import { findFormatError, rememberStart } from './hear/format-error.ts';
import { hearTail, sayAboutTail } from './hear/hear-tail.ts';
import type { Connected } from './connected.ts';
import { isRunning, untilRunning } from './limit-run.ts';
import { judgeByRecords, openEnvelope, type OpenEnvelope } from './open-envelope.ts';
import { openSession } from './open-session.ts';
import { isTypedInto, type Showing } from './showing.ts';
import { programError } from './end/program-error.ts';
import { sayAboutConnection } from './say/say-about-connection.ts';
import { hearSilence, saySilentContainer, type Leaving } from './say/notice-silence.ts';

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
  const { ref, signs } = joining;
  const onNode = hearNodeDenials(
    { ...joining, notes, isOneStream: joining.way.kind === 'log' },
    openOutput(io),
  );
  const denials = hearDenials(onNode.output);
  const { output, text } = rememberStart(denials.output);
  const isTyped = isTypedInto(io, joining);
  let onOpen = (): void => undefined;
  const opened = new Promise<void>((resolve) => (onOpen = resolve));
  const heard = hearSilence({
    io,
    output,
    // The status lags behind a terminal that is there.
    started: (scope) => (isTyped ? opened : untilRunning(signs.watch, ref, scope)),
    isTypedInto: isTyped,
    isSilent: () => isTyped || isRunning(signs.watch.latest(), ref),
    say: () => saySilentContainer(ref, leavingOf(connected, joining)),
  });
  const tail = hearTail(io, heard.output);
  const said = { container: ref, notes };
  const tell = (news: ConnectionNews): void => sayAboutConnection(news, said);
  const connection = { reconnects: joining.reconnects, tell };
  const outside = { io, cluster, watch: signs.watch, output: tail.output, connection };
  try {
    const envelope = await openEnvelope(outside, joining, signal);
    const { output: shownTo } = envelope ?? outside;
    const context = { ...outside, output: shownTo };
    const shown = await openSession(connected, { ...joining, context, envelope, onOpen }, signal);
    if (denials.wasHeard()) sayAboutDenial(connected, joining);
    onNode.sayAfter(shown);
    const error = findFormatError(shown, { text: text(), ref }) ?? findProgramError(joining, envelope);
    if (error !== undefined)
      throw await namePlatform(cluster, { error, node: latestPod(joining)?.spec.nodeName }, signal);
    if (envelope?.provesAll === true) return judgeByRecords(shown, envelope.records);
    // What a person has seen go by is no surprise to him.
    if (envelope === undefined && !isTyped) sayAboutTail(shown, tail.bytes(), said);
    return shown;
  } finally {
    heard.stop();
  }
}

function latestPod({ signs }: Showing): Pod | undefined {
  const sight = signs.watch.latest();
  return sight.kind === 'present' ? sight.pod : undefined;
}

/** Who types was told as it began. */
function sayAboutDenial({ notes }: Connected, joining: Showing): void {
  const pod = latestPod(joining);
  if (pod === undefined || joining.container.tty === true) return;
  const why = explainDenial(pod, joining.ref.container);
  if (why !== undefined) notes.warnOf(why);
}

/** What the envelope told of a program that it could not run. */
function findProgramError(
  { ref, container }: Showing,
  envelope: OpenEnvelope | undefined,
): Error | undefined {
  const found = envelope?.records.end()?.found ?? 'ok';
  if (found === 'ok') return undefined;
  return programError(found, { ref, command: commandOf(container), image: container.image ?? '' });
}

function leavingOf(
  { io, notes, isQuiet }: Connected,
  { container, way, detachKeys, isRemoved = false }: Showing,
): Leaving {
  return { io, notes, isQuiet, ownsTerminal: isTypedInto(io, { container, way }), detachKeys, isRemoved };
}
