import { latestPod } from '../cluster/watch/pod-watch.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { opensRootShell, runsInRootfs } from '../plan/rootfs/rootfs.ts';
import { readRootfsRefusal } from '../plan/rootfs/rootfs-refusal.ts';
import { isEphemeralContainer } from '../pod/containers/debug-containers.ts';
import { commandOf, readEnvelope } from '../pod/containers/envelope.ts';
import { describeContainer } from '../pod/pod-ref.ts';
import type { ContainerFields } from '../pod/types.ts';
import { awaitContainerEnd, STATUS_LAG_MS } from '../session/await-end.ts';
import { WAYS } from '../session/choose-way.ts';
import type { Outcome } from '../session/outcome.ts';
import { endProcess, type Ending } from '../session/scripts/end-process.ts';
import type { Connected } from './connected.ts';
import { attachCommandLine } from './end/command-lines.ts';
import { endSession, goesOn } from './end/end-session.ts';
import { explainUnopened } from './end/explain-unopened.ts';
import { tooLongError } from './end/too-long-error.ts';
import { isShell } from './is-shell.ts';
import { limitRun, untilRunning } from './limit-run.ts';
import { describeRestart } from './say/describe-restart.ts';
import { sayAboutEnds, sayAboutProbes } from './say/say-about-target.ts';
import { hearSecondInterrupt } from './second-interrupt.ts';
import { showSession } from './show-session.ts';
import { isJustAdded, isTypedInto, type JoinRequest, type Watched } from './watched.ts';
import { withStartSigns } from './with-start-signs.ts';

/**
 * Waits until a container runs, shows it, and returns our exit code for its end. Throws a `CliError` if it cannot start in
 * time or its end must not look like a success, and the reason of `signal` if that is aborted before it runs.
 */
export async function joinContainer(
  connected: Connected,
  request: JoinRequest,
  signal: AbortSignal,
): Promise<number> {
  const { pod, container, isRemoved } = request;
  return withStartSigns(connected, request, async ({ ref, signs }) => {
    try {
      if (isJustAdded(request)) sayAboutProbes(pod, container, connected.notes);
      const watched = { ...request, ...decideHowToShow(request), ref, signs };
      return await showForAWhile(connected, watched, signal);
    } catch (error) {
      throw explainUnopened(error, { ...ref, isRemoved });
    }
  });
}

function decideHowToShow({ container, via, from }: JoinRequest): Pick<Watched, 'way' | 'runsShell'> {
  const { tty = false } = container;
  const runsShell = runsOnlyShell(container);
  const envelope = readEnvelope(container)?.envelope.kind;
  return { runsShell, way: WAYS[via].choose({ tty, from, isShell: runsShell, envelope }) };
}

function runsOnlyShell(container: ContainerFields): boolean {
  const { args = [] } = container;
  const command = commandOf(container);
  return args.length === 0 && (isShell(command) || opensRootShell({ ...container, command }));
}

/**
 * Shows the container until it ends, we leave, or its time is up; ends what runs in it when its time is up, and at a
 * second Ctrl-C.
 */
async function showForAWhile(connected: Connected, watched: Watched, signal: AbortSignal): Promise<number> {
  const { io, cluster, notes } = connected;
  const { signs, ref, runTimeoutMs: timeoutMs, isRemoved, pod } = watched;
  const { watch } = signs;
  // The command's signal may already be aborted, so ending the process gets a signal of its own.
  const end = (): Promise<Ending> =>
    endProcess({ io, cluster, watch }, { kind: 'container', container: ref }, new AbortController().signal);
  const started = (scope: AbortSignal): Promise<void> => untilRunning(watch, ref, scope);
  const second = hearSecondInterrupt(io, signal);
  try {
    const session = (scope: AbortSignal): Promise<Outcome> => showSession(connected, watched, scope);
    const limited = await limitRun({ io, timeoutMs, started, end }, session, signal);
    if (limited.kind === 'too-long') throw explainTooLong(watched, limited.ending);
    const outcome = limited.result;
    connected.recorder?.over(outcome);
    if (goesOn(outcome)) watched.onGoesOn?.();
    await throwRootfsRefusal(connected, { ...watched, outcome }, signal);
    sayAfter(connected, watched, outcome);
    const isLeft = outcome.kind === 'detached' && outcome.by === 'SIGINT' && !isRemoved;
    const isEphemeral = isEphemeralContainer(pod, ref.container);
    const left = { ...ref, isRemoved, canBeEnded: isLeft && second.canBeOffered, isEphemeral };
    const exitCode = endSession(outcome, left, notes);
    if (isLeft) await second.offer(notes, { ref, end });
    return exitCode;
  } finally {
    second.stop();
  }
}

function explainTooLong({ ref, runTimeoutMs: timeoutMs, isRemoved }: Watched, ending: Ending): Error {
  const hint = isRemoved ? 'it ends with its pod' : `to come back: ${attachCommandLine(ref)}`;
  return tooLongError({ what: describeContainer(ref), timeoutMs, ending, hint });
}

/** The script of `--rootfs` refuses by its exit code and the termination message. */
async function throwRootfsRefusal(
  { io }: Connected,
  { ref, container, signs, outcome }: Watched & { readonly outcome: Outcome },
  signal: AbortSignal,
): Promise<void> {
  if (outcome.kind !== 'exited' || outcome.exitCode !== EXIT.commandNotExecutable) return;
  if (!runsInRootfs(container)) return;
  const { watch } = signs;
  // A record of the envelope has the exit code, but not the message.
  const end = await awaitContainerEnd({ io, watch }, { ...ref, patienceMs: STATUS_LAG_MS }, signal);
  const pod = latestPod(watch);
  if (end.kind !== 'terminated' || pod === undefined) return;
  const { message } = end.terminated;
  const refusal = readRootfsRefusal(pod, { name: ref.container, message });
  if (refusal !== undefined) throw refusal;
}

/** Says which containers ended during the session, and that the kubelet restarts a shell that a person has left. */
function sayAfter({ io, notes }: Connected, watched: Watched, outcome: Outcome): void {
  const { container, ref, signs, pod: before, isRemoved, runsShell } = watched;
  const now = latestPod(signs.watch);
  if (now === undefined) return;
  sayAboutEnds({ before, now, container, outcome }, notes);
  if (isRemoved || !runsShell || !isTypedInto(io, watched)) return;
  const restart = describeRestart(now, { outcome, ref });
  if (restart !== undefined) notes.note(restart);
}
