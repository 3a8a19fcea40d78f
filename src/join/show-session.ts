import type { Io } from '../io.ts';
import { latestPod } from '../cluster/watch/pod-watch.ts';
import { commandOf, readEnvelope } from '../pod/containers/envelope.ts';
import { LINKED_WORDS, pidNamespaceOf } from '../pod/containers/link-files.ts';
import { followSession } from '../record/follow-session.ts';
import { recordNews } from '../record/record-news.ts';
import { recordOutput } from '../record/record-output.ts';
import { openOutput } from '../session/local/output.ts';
import type { Outcome } from '../session/outcome.ts';
import type { SessionNews } from '../session/session-news.ts';
import type { Connected } from './connected.ts';
import { programError } from './end/program-error.ts';
import { explainDenial, hearDenials } from './hear/closed-files.ts';
import { hearNodeDenials } from './hear/denied-on-node.ts';
import { findFormatError, rememberStart } from './hear/format-error.ts';
import { hearTail, sayAboutTail } from './hear/hear-tail.ts';
import { tapOutput, type Listener } from './hear/tap-output.ts';
import { isRunning, untilRunning } from './limit-run.ts';
import { judgeByRecords, openEnvelope, type OpenEnvelope } from './open-envelope.ts';
import { openSession } from './open-session.ts';
import { hearSilence, saySilentContainer } from './say/notice-silence.ts';
import { sayNews } from './say/say-news.ts';
import { nameNodePlatform } from './wait-for-signs.ts';
import { makeAbovePrompt, type AbovePrompt } from './say/say-above-prompt.ts';
import { explainIgnoredTarget, verifyTarget, type Verified } from './say/verify-target.ts';
import { isJustAdded, isTypedInto, type Watched } from './watched.ts';

/**
 * Shows a container as soon as it runs, until it ends or we leave, and says what its output means. Throws as
 * `openSession`, and if its program could not be run.
 */
export async function showSession(
  connected: Connected,
  watched: Watched,
  signal: AbortSignal,
): Promise<Outcome> {
  const { io, cluster, notes, recorder } = connected;
  const { ref, signs } = watched;
  let onOpen: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (onOpen = resolve));
  const heard = listen(connected, watched, opened);
  const screen = recordOutput(openOutput(io), recorder);
  const stopFollowing = followSession(io, recorder, watched);
  const above = makeAbovePrompt(screen);
  const over = new AbortController();
  if (isWorthAnExec(io, watched))
    void verifyTarget(connected, toVerify(connected, watched, { opened, above }), over.signal);
  const said = { container: ref, notes };
  const hear = (news: SessionNews): void => (news.kind === 'open' ? onOpen() : sayNews(news, said));
  const tell = recordNews(hear, recorder);
  const context = {
    io,
    cluster,
    watch: signs.watch,
    output: tapOutput(screen, [...heard.listeners, above.hear]),
    connection: { reconnects: watched.reconnects, tell },
    hearInput: recorder?.input,
  };
  try {
    const envelope = await openEnvelope(context, watched, signal);
    void envelope?.started.then((start) => warnOfFirst(connected, watched, start));
    const { output } = envelope ?? context;
    const session = { ...watched, context: { ...context, output }, envelope };
    const outcome = await openSession(connected, session, signal);
    sayAboutDenials(connected, watched, { heard, outcome });
    const text = heard.start.text();
    const error = findFormatError(outcome, { text, ref }) ?? findProgramError(watched, envelope);
    if (error !== undefined) throw await nameNodePlatform(cluster, { error, watch: signs.watch }, signal);
    return judge(outcome, envelope, () => {
      // A person who typed has seen how the output ended.
      if (!isTypedInto(io, watched)) sayAboutTail(outcome, heard.tail.bytes(), said);
    });
  } finally {
    over.abort();
    heard.silence.stop();
    stopFollowing();
  }
}

/** The records of an envelope prove the outcome; without an envelope, `sayDoubt` tells what may be missing. */
function judge(outcome: Outcome, envelope: OpenEnvelope | undefined, sayDoubt: () => void): Outcome {
  if (envelope?.provesAll === true) return judgeByRecords(outcome, envelope.records);
  if (envelope === undefined) sayDoubt();
  return outcome;
}

/** The envelope of a command tells by itself whether its target was ignored; that of a shell does not. */
function isWorthAnExec(io: Io, watched: Watched): boolean {
  if (isTypedInto(io, watched)) return true;
  return isJustAdded(watched) && readEnvelope(watched.container) === undefined;
}

/** Warns if the shell of the envelope is process 1, where it was to see the processes of its target. */
function warnOfFirst(
  { notes }: Connected,
  watched: Watched,
  { isFirst }: { readonly isFirst: boolean },
): void {
  const pod = latestPod(watched.signs.watch);
  if (!isFirst || !isJustAdded(watched) || pod === undefined) return;
  const ignored = explainIgnoredTarget(pod, watched.ref);
  if (ignored !== undefined) notes.warnOf(ignored);
}

interface Opening {
  readonly opened: Promise<void>;
  readonly above: AbovePrompt;
}

function toVerify(
  { io, notes, isQuiet, isBrief }: Connected,
  watched: Watched,
  { opened, above }: Opening,
): Verified {
  const { ref, signs, runsShell } = watched;
  const onLinks = (links: string): void => {
    const pod = latestPod(signs.watch);
    const isTold = isBrief === true && pod !== undefined && pidNamespaceOf(pod) === 'own';
    if (isQuiet || !runsShell || isTold) return;
    const isOneScreen = io.terminal.hasOutput && io.terminal.hasErrors;
    if (isOneScreen) above.say(`kubectl-debug: ${LINKED_WORDS} ${links}`);
    else notes.note(`${LINKED_WORDS} ${links}`);
  };
  const isTyped = isTypedInto(io, watched);
  return {
    ref,
    watch: signs.watch,
    opened,
    isJustAdded: isJustAdded(watched),
    isTypedInto: isTyped,
    onLinks,
  };
}

/** All that is listened for in the output of a session; `opened` resolves once its stream is open. */
function listen(connected: Connected, watched: Watched, opened: Promise<void>) {
  const { io, notes, isQuiet } = connected;
  const { ref, signs, detachKeys, isRemoved } = watched;
  const isTyped = isTypedInto(io, watched);
  const onNode = hearNodeDenials({ ...watched, isOneStream: watched.way.kind === 'log' });
  const denials = hearDenials();
  const start = rememberStart();
  const tail = hearTail(io);
  const silence = hearSilence({
    io,
    // A terminal can be typed into up to a second before the status says that the container runs.
    started: (scope) => (isTyped ? opened : untilRunning(signs.watch, ref, scope)),
    isTypedInto: isTyped,
    isRunning: () => isTyped || isRunning(signs.watch.latest(), ref),
    say: () => saySilentContainer(ref, { io, notes, isQuiet, ownsTerminal: isTyped, detachKeys, isRemoved }),
  });
  const listeners: readonly Listener[] = [onNode, denials, start, silence, tail].map(({ hear }) => hear);
  return { onNode, denials, start, silence, tail, listeners };
}

interface HeardSession {
  readonly heard: ReturnType<typeof listen>;
  readonly outcome: Outcome;
}

function sayAboutDenials(
  { notes }: Connected,
  watched: Watched,
  { heard: { denials, onNode }, outcome }: HeardSession,
): void {
  const pod = latestPod(watched.signs.watch);
  // On a terminal `verifyTarget` has said it at the start.
  const isNew = denials.wasHeard() && watched.container.tty !== true;
  const why = isNew && pod !== undefined ? explainDenial(pod, watched.ref.container) : undefined;
  if (why !== undefined) notes.warnOf(why);
  if (outcome.kind === 'exited') onNode.sayAfter(outcome.exitCode, notes);
}

/** The failure of a program that the shell of the envelope could not run. */
function findProgramError(
  { ref, container }: Watched,
  envelope: OpenEnvelope | undefined,
): Error | undefined {
  const found = envelope?.records.end()?.found ?? 'ok';
  if (found === 'ok') return undefined;
  return programError(found, { ref, command: commandOf(container), image: container.image ?? '' });
}
