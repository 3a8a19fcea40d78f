import { deletePod } from '../cluster/pods.ts';
import { requireEndOfStdin } from '../cluster/server-version.ts';
import { EXIT } from '../errors/exit-codes.ts';
import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { makeNotes, type Notes } from '../output/notes.ts';
import type { DebugPlan } from '../plan/debug-plan.ts';
import { listContainers } from '../pod/containers.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';
import { startPlan } from '../start/start-plan.ts';
import { readDebugCommand } from './debug-request.ts';
import { joinContainer } from './join-container.ts';
import { renderKubectlLine } from './kubectl-line.ts';
import { expectedPod, planTargets, type Debugging, type PlannedTarget } from './plan-targets.ts';
import { printResult } from './print-result.ts';
import { withCluster } from './with-cluster.ts';

/**
 * `kubectl-debug POD…`: debugs each target, one after the other, and shows what it does. Returns the exit code of the
 * first command that failed, else 0. Everything that can be refused is refused before the first change.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const command = await readDebugCommand(io, input);
  if (command.result.kind === 'kubectl-line') {
    io.stdout.write(`${renderKubectlLine(input)}\n`);
    return EXIT.ok;
  }
  const { isQuiet } = command;
  const notes = makeNotes(io, { quiet: isQuiet });
  return withCluster(io, input.flags, (cluster, signal) =>
    debugTargets({ io, cluster, notes, command, isQuiet }, signal),
  );
}

async function debugTargets(debugging: Debugging, signal: AbortSignal): Promise<number> {
  let exitCode: number = EXIT.ok;
  const said = new Set<string>();
  const targets = await planTargets(debugging, signal);
  if (sendsPipe(debugging)) await requireEndOfStdin(debugging.cluster, signal);
  for (const planned of targets) {
    sayOnce(debugging.notes, planned.plan, said);
    const code = await carryOut(debugging, planned, signal);
    exitCode ||= code;
  }
  return exitCode;
}

function sendsPipe({ io, command }: Debugging): boolean {
  const { request, result } = command;
  return result.kind === 'session' && request.stdin && !request.tty && !io.terminal.hasInput;
}

/** What is true of the request, whichever pod it is about, is not said again for the next pod. */
function sayOnce({ note, warn }: Notes, { notes, warnings }: DebugPlan, said: Set<string>): void {
  const isNew = (text: string): boolean => !said.has(text);
  notes.filter(isNew).forEach(note);
  warnings.filter(isNew).forEach(warn);
  for (const text of [...notes, ...warnings]) said.add(text);
}

async function carryOut(debugging: Debugging, planned: PlannedTarget, signal: AbortSignal): Promise<number> {
  const { io, cluster, command } = debugging;
  const { plan } = planned;
  const { result, removes } = command;
  const dryRun = result.kind === 'print' ? result.dryRun : undefined;
  // A pod that is deleted in the end has to be known once it is there, so its creation is not interrupted.
  const starting = removes ? new AbortController().signal : signal;
  const pod =
    dryRun === 'client'
      ? expectedPod(planned)
      : await startPlan(cluster, { plan, isDryRun: dryRun === 'server' }, starting);
  if (result.kind === 'print') printResult(io, { ...result, plan, pod });
  return result.kind === 'session' ? joinAndRemove(debugging, { plan, pod }, signal) : EXIT.ok;
}

interface Started {
  readonly plan: DebugPlan;
  readonly pod: Pod;
}

async function joinAndRemove(debugging: Debugging, started: Started, signal: AbortSignal): Promise<number> {
  const { removes, startTimeoutMs, detachKeys, via } = debugging.command;
  const container = sessionContainer(started);
  try {
    if (container === undefined) return EXIT.ok;
    const { pod } = started;
    const joining = {
      pod,
      container,
      startTimeoutMs,
      detachKeys,
      via,
      from: 'start',
      isRemoved: removes,
    } as const;
    return await joinContainer(debugging, joining, signal);
  } finally {
    if (removes) await remove(debugging, started.pod);
  }
}

function sessionContainer({ plan, pod }: Started): ContainerFields | undefined {
  const name = plan.kind === 'ephemeral' ? plan.container.name : plan.containerName;
  return listContainers(pod).find((container) => container.name === name)?.spec;
}

/** Not with the command's own signal: what ended the session must not keep the pod alive. */
async function remove({ cluster, notes }: Debugging, pod: Pod): Promise<void> {
  const { uid } = pod.metadata;
  try {
    await deletePod(cluster, { ref: podRef(pod), ...(uid !== undefined && { uid }) });
    notes.note(`deleted pod ${describePod(pod)}`);
  } catch (error) {
    const { namespace, name } = podRef(pod);
    const why = error instanceof Error ? error.message : String(error);
    notes.warn(
      `cannot delete pod ${describePod(pod)}: ${why}; later: kubectl delete pod ${name} -n ${namespace}`,
    );
  }
}
