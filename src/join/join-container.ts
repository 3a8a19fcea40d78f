import type { Io } from '../io.ts';
import { EXIT } from '../errors/exit-codes.ts';
import { opensRootShell, runsInRootfs } from '../plan/rootfs/rootfs.ts';
import { readRootfsRefusal } from '../plan/rootfs/rootfs-refusal.ts';
import { commandOf, readEnvelope } from '../pod/containers/envelope.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { ContainerFields, ContainerRef } from '../pod/types.ts';
import { awaitContainerEnd, STATUS_LAG_MS } from '../session/await-end.ts';
import { endProcess, type Ending } from '../session/scripts/end-process.ts';
import type { Outcome } from '../session/outcome.ts';
import { WAYS } from '../session/choose-way.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { openStartSigns } from '../start/wait/start-signs.ts';
import { endSession, goesOn } from './end/end-session.ts';
import { attachCommandLine } from './end/command-lines.ts';
import { tooLongError } from './end/too-long-error.ts';
import { isShell } from './is-shell.ts';
import { limitRun, untilRunning } from './limit-run.ts';
import { hearSecondInterrupt } from './second-interrupt.ts';
import { sayAboutEnds, sayAboutProbes } from './say/say-about-target.ts';
import { isTypedInto, type Joining, type Showing } from './showing.ts';
import { showSession } from './show-session.ts';
import { verifyTarget } from './say/verify-target.ts';
import { describeRestart } from './say/describe-restart.ts';
import { explainUnopened } from './end/explain-unopened.ts';
import type { Connected } from './connected.ts';

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
  const { tty = false } = joining.container;
  const isShellAlone = runsShell(joining.container);
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
    runsShell: isShellAlone,
    way: WAYS[joining.via].choose({
      tty,
      from: joining.from,
      isShell: isShellAlone,
      envelope: readEnvelope(joining.container)?.envelope.kind,
    }),
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

/** What the command line asked for, and how it is shown. */
type Watched = Joining & Showing;

function runsShell(container: ContainerFields): boolean {
  const { args = [] } = container;
  const command = commandOf(container);
  return args.length === 0 && (isShell(command) || opensRootShell({ ...container, command }));
}

/** What the script of `--rootfs` refuses, it says with its end. */
async function throwRootfsRefusal(
  { io, watch }: { readonly io: Io; readonly watch: PodWatch },
  { ref, container, outcome }: Ended,
  signal: AbortSignal,
): Promise<void> {
  if (outcome.kind !== 'exited' || outcome.exitCode !== EXIT.commandNotExecutable) return;
  if (!runsInRootfs(container)) return;
  // A record has only the exit code.
  const end = await awaitContainerEnd({ io, watch }, { ...ref, patienceMs: STATUS_LAG_MS }, signal);
  const sight = watch.latest();
  if (end.kind !== 'terminated' || sight.kind === 'gone') return;
  const { message } = end.terminated;
  const refusal = readRootfsRefusal(sight.pod, { name: ref.container, message });
  if (refusal !== undefined) throw refusal;
}

interface Ended {
  readonly ref: ContainerRef;
  readonly container: ContainerFields;
  readonly outcome: Outcome;
}

function explainTooLong({ ref, runTimeoutMs: timeoutMs, isRemoved = false }: Watched, ending: Ending): Error {
  const hint = isRemoved ? 'it ends with its pod' : `to come back: ${attachCommandLine(ref)}`;
  const what = `debug container "${ref.container}" in ${ref.namespace}/${ref.name}`;
  return tooLongError({ what, timeoutMs, ending, hint });
}

/** What an outcome means beside its exit code, and where a shell that a person has left is started again. Throws what the script of `--rootfs` refuses. */
async function tellOutcome(
  { io, notes }: Connected,
  { joining, outcome }: { readonly joining: Watched; readonly outcome: Outcome },
  signal: AbortSignal,
): Promise<void> {
  const { container, ref, signs, pod: before, isRemoved = false } = joining;
  const { watch } = signs;
  if (goesOn(outcome)) joining.onGoesOn?.();
  await throwRootfsRefusal({ io, watch }, { ref, container, outcome }, signal);
  const sight = watch.latest();
  if (sight.kind === 'gone') return;
  sayAboutEnds({ before, now: sight.pod, container, outcome }, notes);
  if (isRemoved || !joining.runsShell || !isTypedInto(io, joining)) return;
  const restart = describeRestart(sight.pod, { outcome, ref });
  if (restart !== undefined) notes.note(restart);
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
  const over = new AbortController();
  if (joining.isJustAdded && isTypedInto(io, joining))
    void verifyTarget(connected, { ref, watch }, over.signal);
  try {
    const session = (scope: AbortSignal): Promise<Outcome> => showSession(connected, joining, scope);
    const limited = await limitRun({ io, timeoutMs, started, end }, session, signal);
    if (limited.kind === 'too-long') throw explainTooLong(joining, limited.ending);
    const outcome = limited.result;
    await tellOutcome(connected, { joining, outcome }, signal);
    const isLeft = outcome.kind === 'detached' && outcome.by === 'SIGINT' && !isRemoved;
    const isEphemeral = !joining.pod.spec.containers.some(({ name }) => name === ref.container);
    const left = { ...ref, isRemoved, canBeEnded: isLeft && second.isHeard, isEphemeral };
    const exitCode = endSession(outcome, left, notes);
    if (isLeft) await second.offer(notes, { ref, end });
    return exitCode;
  } finally {
    over.abort();
    second.stop();
  }
}
