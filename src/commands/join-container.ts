import type { Cluster } from '../cluster/cluster.ts';
import { isInterrupted } from '../errors/interrupted.ts';
import type { Io } from '../io.ts';
import type { Notes } from '../output/notes.ts';
import { startProgress, type Progress } from '../output/progress.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerFields, ContainerRef, Pod } from '../pod/types.ts';
import type { ConnectionNews } from '../session/connection-news.ts';
import type { DetachKeys } from '../session/detach-keys.ts';
import { endProcess, type Ending } from '../session/end-process.ts';
import { interactiveSession } from '../session/interactive-session.ts';
import { logSession } from '../session/log-session.ts';
import { outputSession } from '../session/output-session.ts';
import { openOutput } from '../session/output.ts';
import type { Outcome } from '../session/outcome.ts';
import { WAYS, type ContainerVia, type Way } from '../session/ways.ts';
import type { ContainerEvents } from '../start/container-events.ts';
import { openStartSigns, type StartSigns } from '../start/start-signs.ts';
import { startWait, type StartRequest, type StartSign } from '../start/start-wait.ts';
import { attachCommandLine, endSession } from './end-session.ts';
import { tooLongError } from './end-run.ts';
import { isShell } from './is-shell.ts';
import { limitRun, untilRunning } from './limit-run.ts';
import { hearSecondInterrupt } from './second-interrupt.ts';
import { sayAboutConnection } from './say-about-connection.ts';
import { sayAboutEnds, sayAboutProbes } from './say-about-target.ts';
import { sayAboutTerminal } from './say-about-terminal.ts';
import { canGoOnByLog, describeLogInstead, explainUnopened } from './unopened-session.ts';

/** What a command has at hand once it is connected. */
export interface Connected {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
  readonly isQuiet: boolean;
}

/** A container to wait for and to show. */
export interface Joining {
  /** As it was last seen. */
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly startTimeoutMs: number;
  readonly detachKeys: DetachKeys;
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  /** How long the command may run before it is ended, in milliseconds. */
  readonly runTimeoutMs?: number | undefined;
  /** `start`: everything from the first byte; `now`: what comes from now on, as of a session that others began. */
  readonly from: 'start' | 'now';
  /** Opened, by who closes them, when a running pod was asked for the container; without it they are opened now. */
  readonly events?: ContainerEvents;
  /** Whether its pod is deleted afterwards, so that there is no way back. */
  readonly isRemoved?: boolean;
}

/**
 * Waits until a container runs, shows it, and returns the exit code that its end stands for. Throws a `CliError`
 * when it cannot start in time or its end must not look like a success, and the reason of `signal` when that is
 * aborted before it runs.
 */
export async function joinContainer(
  connected: Connected,
  joining: Joining,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster } = connected;
  const { isRemoved = false } = joining;
  const container = { ...podRef(joining.pod), container: joining.container.name };
  const signs = openStartSigns(io, cluster, {
    pod: joining.pod,
    containerName: container.container,
    events: joining.events,
  });
  const watched = {
    ...joining,
    signs,
    ref: container,
    way: chooseWay(joining),
    isJustAdded: joining.events !== undefined,
  };
  try {
    if (watched.isJustAdded) sayAboutProbes(joining.pod, joining.container, connected.notes);
    return await showForAWhile(connected, watched, signal);
  } catch (error) {
    throw explainUnopened(error, { ...container, isRemoved });
  } finally {
    signs.close();
  }
}

interface Watched extends Joining {
  readonly signs: StartSigns;
  readonly isJustAdded: boolean;
  readonly ref: ContainerRef;
  readonly way: Way;
}

/** What a wait for the start of a container needs. */
type Starting = Pick<
  Watched,
  'container' | 'ref' | 'signs' | 'startTimeoutMs' | 'isRemoved' | 'way' | 'isJustAdded'
>;

/** Returns what waits for the next sign of the start, and shows what is waited for meanwhile. */
export function waitForSigns(
  connected: Connected,
  joining: Starting,
): (signal: AbortSignal) => Promise<StartSign> {
  const { io, notes, isQuiet } = connected;
  const { container, ref, signs } = joining;
  let progress: Progress | undefined;
  const wait = startWait(io, signs, {
    container: ref,
    image: container.image ?? '',
    timeoutMs: joining.startTimeoutMs,
    accepts: chooseSigns(joining),
    onProgress: (text) => progress?.update(`waiting for debug container "${ref.container}": ${text}`),
  });
  return async (signal) => {
    progress = startProgress(io, { quiet: isQuiet });
    try {
      return await wait.next(signal);
    } catch (error) {
      progress.stop();
      if (isInterrupted(error) && joining.isRemoved !== true)
        notes.note(
          `debug container "${ref.container}" stays in ${ref.namespace}/${ref.name} and may still start; into it with: ${attachCommandLine(ref)}`,
        );
      throw error;
    } finally {
      progress.stop();
    }
  };
}

/** The log opens only once the status says Running. Early attempts are timed for a container of a running pod. */
function chooseSigns({ way, isJustAdded }: Starting): StartRequest['accepts'] {
  if (way.kind === 'log') return 'status';
  return isJustAdded ? 'attempt' : 'event';
}

function chooseWay({ container, via, from }: Joining): Way {
  const { stdin = false, tty = false, command = [], args = [] } = container;
  return WAYS[via].choose({ stdin, tty, from, isShell: args.length === 0 && isShell(command) });
}

/** Shows it until it ends, we leave, or its time is up; then, and at a second Ctrl-C, what runs in it is ended. */
async function showForAWhile(connected: Connected, joining: Watched, signal: AbortSignal): Promise<number> {
  const { io, cluster, notes } = connected;
  const { signs, ref, runTimeoutMs: timeoutMs, isRemoved = false } = joining;
  const { watch } = signs;
  const end = (): Promise<Ending> =>
    endProcess({ io, cluster, watch }, { kind: 'container', container: ref }, new AbortController().signal);
  const started = (scope: AbortSignal): Promise<void> => untilRunning(watch, ref, scope);
  const second = hearSecondInterrupt(io, signal);
  try {
    const session = (scope: AbortSignal): Promise<Outcome> => showSession(connected, joining, scope);
    const limited = await limitRun({ io, timeoutMs, started, end }, session, signal);
    if (limited.kind === 'too-long')
      throw tooLongError({
        what: `debug container "${ref.container}" in ${ref.namespace}/${ref.name}`,
        timeoutMs,
        ending: limited.ending,
        hint: `back to it with: ${attachCommandLine(ref)}`,
      });
    const outcome = limited.result;
    const sight = watch.latest();
    if (sight.kind === 'present')
      sayAboutEnds({ before: joining.pod, now: sight.pod, container: joining.container, outcome }, notes);
    const exitCode = endSession(outcome, { ...ref, isRemoved }, notes);
    const isLeft = outcome.kind === 'detached' && outcome.by === 'SIGINT';
    if (isLeft && !isRemoved) await second.offer(notes, { ref, end });
    return exitCode;
  } finally {
    second.stop();
  }
}

async function showSession(connected: Connected, joining: Watched, signal: AbortSignal): Promise<Outcome> {
  const { io, cluster, notes } = connected;
  const { container, signs, ref, detachKeys, way } = joining;
  const tell = (news: ConnectionNews): void => sayAboutConnection(news, { container: ref, notes });
  const connection = { reconnects: joining.reconnects, tell };
  const context = { io, cluster, watch: signs.watch, output: openOutput(io), connection };
  const nextSign = waitForSigns(connected, joining);
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
