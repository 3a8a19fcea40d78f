import { isApiError } from '../cluster/refusals/api-error.ts';
import { explainApiError } from '../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { commandText } from '../errors/shell-word.ts';
import { findContainerEnd } from '../pod/containers/container-state.ts';
import { rootfsCommand } from '../plan/rootfs/rootfs.ts';
import { humanDuration } from '../pod/columns/human-duration.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerFields, ContainerRef, Pod } from '../pod/types.ts';
import { ownsTerminal } from '../session/input/converse.ts';
import type { DetachKeys } from '../session/input/detach-keys.ts';
import { endProcess, type Ending } from '../session/scripts/end-process.ts';
import { execSession, type ExecEnd } from '../session/exec/exec-session.ts';
import { openOutput } from '../session/local/output.ts';
import type { SessionContext } from '../session/session-context.ts';
import type { ContainerEvents } from '../start/wait/container-events.ts';
import { openStartSigns, type StartSigns } from '../start/wait/start-signs.ts';
import { hearNodeDenials } from './hear/denied-on-node.ts';
import { endExec } from './end/end-exec.ts';
import { tooLongError } from './end/too-long-error.ts';
import { isShell } from './is-shell.ts';
import type { Connected } from './connected.ts';
import { limitRun } from './limit-run.ts';
import { hearRootfsRefusal } from './hear/hear-rootfs-refusal.ts';
import { hearSilence, saySilentCommand } from './say/notice-silence.ts';
import { isEphemeralContainer } from '../pod/containers/debug-containers.ts';
import { waitForSigns } from './wait-for-signs.ts';
import type { DebugRequest } from '../plan/request/debug-request.ts';

/** A command to run by exec in a container that is kept. */
export interface KeeperRun {
  /** As it was last seen. */
  readonly pod: Pod;
  readonly keeper: ContainerFields;
  readonly exec: ExecCommand;
  readonly startTimeoutMs: number;
  readonly runTimeoutMs: number | undefined;
  readonly detachKeys: DetachKeys;
  /** Opened, by who closes them, before it was added; without them they are opened now. */
  readonly events?: ContainerEvents;
  /** Whether it was there before. */
  readonly isReused: boolean;
  /** Whether its pod is deleted afterwards, and what runs in it with it. */
  readonly isRemoved: boolean;
  /** The command line that opens another shell in it. */
  readonly wayBack: string;
  /** Told that the command goes on without us, so that its pod must not be deleted. */
  readonly onGoesOn?: () => void;
}

/**
 * Waits until the keeper runs, runs the command in it, and returns the command's exit code. What cannot be gone back
 * into is not left running in silence: it is ended when we leave by a signal or lose the connection, or it is said
 * that it goes on. Throws a `CliError` when the keeper cannot start, or the end must not look like a success.
 */
export async function runInKeeper(
  connected: Connected,
  run: KeeperRun,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes } = connected;
  const ref = { ...podRef(run.pod), container: run.keeper.name };
  const signs = openStartSigns(io, cluster, {
    pod: run.pod,
    containerName: run.keeper.name,
    events: run.events,
  });
  const container = { ...run.keeper, tty: run.exec.tty };
  const denials = hearNodeDenials({ pod: run.pod, container, notes, isOneStream: false }, openOutput(io));
  const context = { io, cluster, watch: signs.watch, output: denials.output };
  try {
    await untilKept(connected, { ...run, signs, ref }, signal);
    if (!run.isReused && !run.isRemoved) notes.note(describeKept(run, ref));
    const exitCode = await runCommand(connected, { ...run, context, ref }, signal);
    denials.sayAfter({ kind: 'exited', exitCode });
    return exitCode;
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw explainApiError(error, {
      action: `run a command in debug container "${ref.container}" in ${ref.namespace}/${ref.name}`,
    });
  } finally {
    signs.close();
  }
}

function describeKept({ pod, exec }: KeeperRun, { namespace, name, container }: ContainerRef): string {
  const more = isEphemeralContainer(pod, container)
    ? '--reuse runs more commands in it'
    : commandText`for more commands in it: kubectl exec ${name} -n ${namespace} -c ${container} -- COMMAND`;
  return `debug container "${container}" is kept for ${humanDuration(exec.maxLifeMs)}; ${more}`;
}

interface Starting extends KeeperRun {
  readonly signs: StartSigns;
  readonly ref: ContainerRef;
}

async function untilKept(connected: Connected, starting: Starting, signal: AbortSignal): Promise<void> {
  // A command can be run in it as soon as it can be attached to.
  const container = starting.keeper;
  const keepsKeys = ownsTerminal(connected.io, starting.exec);
  const nextSign = waitForSigns(connected, { ...starting, container, keepsKeys, accepts: 'event' });
  try {
    await nextSign(signal);
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'command-not-found') throw error;
    throw new CliError('start-failed', error.message, {
      hint: '--via=exec keeps a container by the programs sh and sleep: use an image that has both, or another way',
      cause: error,
    });
  }
}

interface Running extends KeeperRun {
  readonly context: SessionContext;
  readonly ref: ContainerRef;
}

async function runCommand(connected: Connected, running: Running, signal: AbortSignal): Promise<number> {
  const { context, ref, exec, detachKeys, keeper, runTimeoutMs, isRemoved, onGoesOn } = running;
  let processId: number | undefined;
  const end = (): Promise<Ending> => endCommand(context, ref, processId);
  const { command, stdin, tty } = exec;
  const what = `the command "${command.join(' ')}" in ${ref.namespace}/${ref.name}`;
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (start = resolve));
  const onStarted = (id: number): void => {
    processId = id;
    start();
  };
  const onStop = (): void => connected.notes.note('stopped; fg continues; until then the command may wait');
  const request = { container: ref, command: wordsOf(running), stdin, tty, detachKeys, onStarted, onStop };
  const refusal = hearRootfsRefusal(context.output, { opensRoot: exec.rootfs !== undefined, tty });
  const heard = hearCommand(connected, running, { what, output: refusal.output, started: () => started });
  const limited = await limitRun(
    { io: context.io, timeoutMs: runTimeoutMs, started: () => started, end },
    (scope) => execOnceStarted({ ...context, output: heard.output }, request, scope),
    signal,
  ).finally(heard.stop);
  refusal.throwIfHeard(context.watch.latest(), ref);
  const ran = {
    ref,
    command,
    image: keeper.image ?? '',
    processId: () => processId,
    end,
    isRemoved,
    onGoesOn,
    signal,
  };
  if (limited.kind === 'in-time') {
    const exitCode = await endExec(limited.result, ran, connected);
    sayWayBack(connected, running, limited.result);
    return exitCode;
  }
  throw tooLongError({ what, timeoutMs: runTimeoutMs, ending: limited.ending, hint: whenItEnds(running) });
}

interface Heard {
  readonly what: string;
  readonly output: SessionContext['output'];
  readonly started: () => Promise<void>;
}

function hearCommand({ notes, isQuiet }: Connected, running: Running, { what, output, started }: Heard) {
  const { context, exec, detachKeys, isRemoved } = running;
  const { io } = context;
  const isOurs = ownsTerminal(io, exec);
  const say = (): void =>
    saySilentCommand(what, { io, notes, isQuiet, ownsTerminal: isOurs, detachKeys, isRemoved });
  return hearSilence({ io, output, started, isTypedInto: isOurs, isSilent: () => true, say });
}

function whenItEnds({ ref, isRemoved }: Running): string {
  return isRemoved
    ? 'it ends with its pod'
    : `it goes on until debug container "${ref.container}" ends, which --max-life limits`;
}

/** What is run for the command. Throws what the target's root throws, where it is to be run in there. */
function wordsOf({ pod, keeper, exec, context }: Running): readonly string[] {
  if (exec.rootfs === undefined) return exec.command;
  const target = pod.spec.ephemeralContainers?.find(({ name }) => name === keeper.name)?.targetContainerName;
  const sight = context.watch.latest();
  return rootfsCommand(sight.kind === 'present' ? sight.pod : pod, {
    ...exec.rootfs,
    ...(target !== undefined && { target }),
  });
}

/** A person who leaves a shell by its end may take the container to be gone. */
function sayWayBack({ io, notes }: Connected, running: Running, end: ExecEnd): void {
  const { exec, isRemoved, ref, context, wayBack } = running;
  const isOver = end.kind === 'over' && end.outcome.kind === 'exited';
  if (!isOver || isRemoved || !ownsTerminal(io, exec) || !isShell(exec.command)) return;
  const sight = context.watch.latest();
  if (sight.kind === 'gone' || findContainerEnd(sight.pod, ref.container) !== undefined) return;
  notes.note(
    `debug container "${ref.container}" in ${ref.namespace}/${ref.name} is kept; back into it with: ${wayBack}`,
  );
}

/** Not with the command's own signal, which may be what it is ended for. */
function endCommand(
  context: SessionContext,
  container: ContainerRef,
  leader: number | undefined,
): Promise<Ending> {
  if (leader === undefined) return Promise.resolve({ kind: 'not-ended', why: 'its process id is unknown' });
  return endProcess(context, { kind: 'session', container, leader }, new AbortController().signal);
}

/** Between two execs while the container is on its way up, and for how long that may be, in milliseconds. */
const AGAIN_MS = 100;
const PATIENCE_MS = 15_000;

async function execOnceStarted(
  context: SessionContext,
  request: Parameters<typeof execSession>[1],
  signal: AbortSignal,
): Promise<ExecEnd> {
  const { io, watch } = context;
  const giveUpMs = io.now().getTime() + PATIENCE_MS;
  for (;;) {
    const end = await execSession(context, request, signal);
    const sight = watch.latest();
    const isOver =
      sight.kind === 'gone' || findContainerEnd(sight.pod, request.container.container) !== undefined;
    if (end.kind !== 'not-running' || isOver || io.now().getTime() > giveUpMs) return end;
    await io.sleep(AGAIN_MS, signal);
  }
}

/** What `--via=exec` runs in a container that is kept. */
export interface ExecCommand {
  readonly command: readonly string[];
  /** In the root of the target; no command is a shell that is chosen there. */
  readonly rootfs?: Required<Pick<DebugRequest, 'rootfs' | 'command'>>;
  readonly stdin: boolean;
  readonly tty: boolean;
  /** Whether a keeper that runs already is entered. */
  readonly reuses: boolean;
  readonly maxLifeMs: number;
}
