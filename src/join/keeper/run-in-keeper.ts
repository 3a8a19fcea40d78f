import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { latestPod } from '../../cluster/watch/pod-watch.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { rootfsCommand } from '../../plan/rootfs/rootfs.ts';
import { lifeText } from '../../pod/columns/human-duration.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { isEphemeralContainer } from '../../pod/containers/debug-containers.ts';
import { linkBeforeShell } from '../../pod/containers/link-files.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { ExecEnd } from '../../session/exec/exec-session.ts';
import { ownsTerminal } from '../../session/input/converse.ts';
import { followSession } from '../../record/follow-session.ts';
import { recordNews } from '../../record/record-news.ts';
import { recordOutput } from '../../record/record-output.ts';
import { openOutput } from '../../session/local/output.ts';
import { endCommand, type Ending } from '../../session/scripts/end-process.ts';
import type { SessionNews } from '../../session/session-news.ts';
import type { Connected } from '../connected.ts';
import { describeCommand, endExec } from '../end/end-exec.ts';
import { tooLongError } from '../end/too-long-error.ts';
import { execOnceRunning } from './exec-once-running.ts';
import { hearNodeDenials } from '../hear/denied-on-node.ts';
import { hearRootfsRefusal } from '../hear/hear-rootfs-refusal.ts';
import { tapOutput } from '../hear/tap-output.ts';
import { isShell } from '../is-shell.ts';
import type { KeeperRequest, WatchedKeeper } from './keeper-request.ts';
import { limitRun } from '../limit-run.ts';
import { hearSilence, saySilentCommand } from '../say/notice-silence.ts';
import { sayNews } from '../say/say-news.ts';
import { explainIgnoredTarget } from '../say/verify-target.ts';
import { waitForSigns } from '../wait-for-signs.ts';
import { withStartSigns } from '../with-start-signs.ts';

/**
 * Waits until the keeper runs, runs the command in it, and returns the command's exit code. Nobody can
 * rejoin the command: after a signal or a lost connection we end it, or say that it goes on. Throws a `CliError` if the keeper cannot start, or the end must not look like a success.
 */
export async function runInKeeper(
  connected: Connected,
  request: KeeperRequest,
  signal: AbortSignal,
): Promise<number> {
  const { isReused, isRemoved } = request;
  return withStartSigns(connected, request, async ({ ref, signs }) => {
    const keeper = { ...request, ref, signs };
    try {
      await untilKept(connected, keeper, signal);
      if (!isReused && !isRemoved) connected.notes.note(describeKept(request, ref));
      return await runCommand(connected, keeper, signal);
    } catch (error) {
      if (!isApiError(error)) throw error;
      throw explainApiError(error, { action: `run a command in ${describeContainer(ref)}` });
    }
  });
}

function describeKept({ pod, exec }: KeeperRequest, { namespace, name, container }: ContainerRef): string {
  const more = isEphemeralContainer(pod, container)
    ? '--reuse runs more commands in it'
    : commandText`for more commands in it: kubectl exec ${name} -n ${namespace} -c ${container} -- COMMAND`;
  return `debug container "${container}" is kept for ${lifeText(exec.maxLifeMs)}; ${more}`;
}

async function untilKept(connected: Connected, keeper: WatchedKeeper, signal: AbortSignal): Promise<void> {
  const keepsKeys = ownsTerminal(connected.io, keeper.exec);
  // The node's event is enough, as an exec that comes too early is tried again.
  const nextSign = waitForSigns(connected, { ...keeper, keepsKeys, accepts: 'event' });
  try {
    await nextSign(signal);
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'command-not-found') throw error;
    throw new CliError('start-failed', error.message, {
      hint: '--via=exec needs sh and sleep in the image: use another image, or leave out --via=exec',
      cause: error,
    });
  }
}

async function runCommand(connected: Connected, keeper: WatchedKeeper, signal: AbortSignal): Promise<number> {
  const { io, cluster, notes, recorder } = connected;
  const { ref, signs, pod, container, exec, detachKeys, runTimeoutMs: timeoutMs } = keeper;
  const { watch } = signs;
  const { stdin, tty } = exec;
  const before = linkingOf(connected, keeper);
  const request = { container: ref, command: wordsOf(keeper), before, stdin, tty, detachKeys };
  const remote = trackProcess();
  const denials = hearNodeDenials({ pod, container: { ...container, tty }, isOneStream: false });
  const refusal = hearRootfsRefusal(recordOutput(openOutput(io), recorder), {
    opensRoot: exec.rootfs !== undefined,
    tty,
  });
  const silence = hearSilenceOf(connected, keeper, remote.started);
  const noteStarted = ({ processId, keeperIsFirst }: Started): void => {
    remote.noteStarted(processId);
    if (keeperIsFirst && !keeper.isReused) warnOfIgnoredTarget(connected, keeper);
  };
  const hear = (news: SessionNews): void =>
    news.kind === 'started' ? noteStarted(news) : sayNews(news, { container: ref, notes });
  const tell = recordNews(hear, recorder);
  const stopFollowing = followSession(io, recorder, keeper);
  const output = tapOutput(refusal.output, [denials.hear, silence.hear]);
  const connection = { reconnects: false, tell };
  const context = { io, cluster, watch, output, connection, hearInput: recorder?.input };
  const end = (): Promise<Ending> => endCommand(context, ref, remote.id());
  const limited = await limitRun(
    { io, timeoutMs, started: remote.started, end },
    (scope) => execOnceRunning(context, request, scope),
    signal,
  ).finally(() => {
    silence.stop();
    stopFollowing();
  });
  refusal.throwIfHeard(watch.latest(), ref);
  if (limited.kind === 'too-long')
    throw tooLongError({
      what: describeCommand(keeper),
      timeoutMs,
      ending: limited.ending,
      hint: hintAtEnd(keeper),
    });
  const ran = { ...keeper, processId: remote.id, end, signal };
  const exitCode = await endExec(limited.result, ran, connected);
  if (hasExited(limited.result)) {
    sayWayBack(connected, keeper);
    denials.sayAfter(exitCode, notes);
  }
  return exitCode;
}

type Started = Extract<SessionNews, { kind: 'started' }>;

/** A keeper is process 1 only where the runtime has ignored its target, unless the target is itself a keeper. */
function warnOfIgnoredTarget({ notes }: Connected, keeper: WatchedKeeper): void {
  const pod = latestPod(keeper.signs.watch) ?? keeper.pod;
  if (isEphemeralContainer(pod, targetOf(keeper) ?? '')) return;
  const ignored = explainIgnoredTarget(pod, keeper.ref);
  if (ignored !== undefined) notes.warnOf(ignored);
}

/** The process of a command, whose ID comes with its first output. */
function trackProcess() {
  let processId: number | undefined;
  let resolveStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (resolveStarted = resolve));
  return {
    noteStarted: (id: number): void => {
      processId = id;
      resolveStarted();
    },
    started: () => started,
    id: () => processId,
  };
}

function hasExited(end: ExecEnd): boolean {
  return end.kind === 'over' && end.outcome.kind === 'exited';
}

function hearSilenceOf(
  { io, notes, isQuiet }: Connected,
  keeper: WatchedKeeper,
  started: () => Promise<void>,
) {
  const { exec, detachKeys, isRemoved } = keeper;
  const isTyped = ownsTerminal(io, exec);
  const leaving = { io, notes, isQuiet, ownsTerminal: isTyped, detachKeys, isRemoved };
  const say = (): void => saySilentCommand(describeCommand(keeper), leaving);
  return hearSilence({ io, started, isTypedInto: isTyped, isRunning: () => true, say });
}

function hintAtEnd({ ref, isRemoved }: WatchedKeeper): string {
  return isRemoved
    ? 'it ends with its pod'
    : `it goes on until debug container "${ref.container}" ends, which --max-life limits`;
}

/** The words to run: the command, or the script that opens the target's root for it. Throws as `rootfsCommand`. */
function wordsOf(keeper: WatchedKeeper): readonly string[] {
  const { pod, exec, signs } = keeper;
  if (exec.rootfs === undefined) return exec.command;
  const target = targetOf(keeper);
  return rootfsCommand(latestPod(signs.watch) ?? pod, {
    ...exec.rootfs,
    ...(target !== undefined && { target }),
  });
}

function targetOf({ pod, container }: WatchedKeeper): string | undefined {
  return pod.spec.ephemeralContainers?.find(({ name }) => name === container.name)?.targetContainerName;
}

/** The shell text that links the files of other containers for a shell that a person types into. */
function linkingOf({ io }: Connected, keeper: WatchedKeeper): string {
  const { exec, pod, signs, ref } = keeper;
  const isLinking =
    ownsTerminal(io, exec) && isShell(exec.command) && isEphemeralContainer(pod, ref.container);
  if (exec.links === undefined || !isLinking) return '';
  return linkBeforeShell(latestPod(signs.watch) ?? pod, { target: targetOf(keeper), saying: exec.links });
}

/** Tells a person who has ended a shell that its container is still there. */
function sayWayBack({ io, notes }: Connected, keeper: WatchedKeeper): void {
  const { exec, isRemoved, ref, signs, wayBack } = keeper;
  if (isRemoved || !ownsTerminal(io, exec) || !isShell(exec.command)) return;
  const pod = latestPod(signs.watch);
  if (pod === undefined || findContainerEnd(pod, ref.container) !== undefined) return;
  notes.note(`${describeContainer(ref)} is kept; to come back: ${wayBack}`);
}
