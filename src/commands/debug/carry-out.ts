import { EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod, PodRef } from '../../pod/types.ts';
import { awaitFreeName, type NameState } from '../../start/create/await-free-name.ts';
import { startWithFallbacks, type StartedPlan } from '../../start/create/start-with-fallbacks.ts';
import { deleteOriginal } from '../../start/create/start-plan.ts';
import type { ContainerEvents } from '../../start/wait/container-events.ts';
import { openEvents } from '../../start/wait/start-signs.ts';
import { isEnvelopeUnfit, type EnvelopeObstacle } from '../../join/envelope-unfit.ts';
import type { Debugging } from './find-targets.ts';
import { expectedPod, type PlannedTarget } from './plan-targets.ts';
import { planAsFound, planWithoutEnvelope } from './plan-without-envelope.ts';
import type { ResultPrinter } from './print-result.ts';
import { deleteCommandLine, removePod, withoutDeletedPod } from './remove-pod.ts';
import { waitsForStart } from '../shared/result-mode.ts';
import { describeChosen } from './describe-defaults.ts';
import { showContainer } from './show-container.ts';
import { describeUnknownStart } from './unknown-start.ts';

/** What is debugged, and the command line that asked for it. */
export interface Asked extends Debugging {
  readonly input: CommandInput;
}

/** The same, and what came of targets before. */
export interface Printing extends Asked {
  readonly printer: ResultPrinter;
  readonly said: Set<string>;
  /** What has kept an envelope from running. */
  readonly unfit: Set<EnvelopeObstacle>;
}

/**
 * Carries out what is planned for one target, and shows it. A command whose envelope does not fit the image, or the
 * rights of the user, has not run, and is planned again for another container. Returns the exit code.
 */
export async function carryOut(
  debugging: Printing,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<number> {
  const { unfit } = debugging;
  // Without the right to attach, and then without a shell: no envelope is left after two.
  for (let fitting = planAsFound(planned, unfit); ;) {
    try {
      return await carryOutPlan(debugging, fitting, signal);
    } catch (error) {
      if (!isEnvelopeUnfit(error)) throw error;
      unfit.add(error.obstacle);
      fitting = await planWithoutEnvelope(debugging, { planned, error }, signal);
    }
  }
}

/** What is true of the request, whichever pod it is about, is not said again for the next pod. */
function sayOnce({ note, warn }: Notes, { notes, warnings }: DebugPlan, said: Set<string>): void {
  const isNew = (text: string): boolean => !said.has(text);
  notes.filter(isNew).forEach(note);
  warnings.filter(isNew).forEach(warn);
  for (const text of [...notes, ...warnings]) said.add(text);
}

/** Says what the plan is, once it is known which one the server takes: warnings about another would not be true. */
function sayPlan(
  { notes, isQuiet, input, command, said }: Printing,
  { plan, how, fallback }: Pick<PlannedTarget, 'how'> & Pick<StartedPlan, 'plan' | 'fallback'>,
): void {
  sayOnce(notes, plan, said);
  const chosen = describeChosen({ input, command, plan, how, fallback });
  // A pod that was not typed is named also when quiet.
  if (isQuiet && how !== undefined) notes.tell(`using ${how}`);
  else if (chosen !== undefined) notes.note(chosen);
}

async function carryOutPlan(
  debugging: Printing,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<number> {
  const { command, printer } = debugging;
  const { plan: first, current } = planned;
  const { result, removes } = command;
  const waits = waitsForStart(result);
  if (waits && first.kind === 'ephemeral' && current !== undefined)
    return addAndJoin(debugging, { planned, current, containerName: first.container.name }, signal);
  const dryRun = result.kind === 'print' ? result.dryRun : undefined;
  if (dryRun === 'client') {
    sayPlan(debugging, { ...planned, fallback: undefined });
    printer.print({ plan: first, pod: expectedPod(planned) });
    return EXIT.ok;
  }
  // A pod that is deleted in the end has to be known once it is there, so its creation is not interrupted.
  const starting = removes ? new AbortController().signal : signal;
  const naming = { planned, isDryRun: dryRun === 'server', leaving: signal };
  const started = await start(debugging, naming, starting);
  return showAndLeave(debugging, { started, isDryRun: dryRun !== undefined }, signal);
}

/** What was created, on the server or only in a dry run of it. */
interface Created {
  readonly started: StartedPlan;
  readonly isDryRun: boolean;
}

/** Shows what was created, and deletes it at the end where that was asked for and nobody may come back to it. */
async function showAndLeave(
  debugging: Printing,
  { started, isDryRun }: Created,
  signal: AbortSignal,
): Promise<number> {
  const { command, printer, notes } = debugging;
  const { pod } = started;
  const end = { goesOn: false, isFailure: true };
  try {
    if (!isDryRun) await replaceOriginal(debugging, started, signal);
    const joining = { ...started, onGoesOn: () => void (end.goesOn = true) };
    const exitCode = waitsForStart(command.result) ? await join(debugging, joining, signal) : EXIT.ok;
    printer.print(started);
    end.isFailure = false;
    return exitCode;
  } catch (error) {
    throw command.removes && !end.goesOn ? withoutDeletedPod(error, pod) : error;
  } finally {
    if (command.removes && end.goesOn)
      notes.warn(
        `pod ${describePod(pod)} stays, as its session goes on; to remove it: ${deleteCommandLine(pod)}`,
      );
    else if (command.removes) await removePod(debugging, { pod, hasFailed: end.isFailure });
  }
}

interface Starting {
  readonly planned: PlannedTarget;
  /** Whether the server only checks it. */
  readonly isDryRun: boolean;
  /** Ends the wait for a name, during which nothing is there that would have to be known. */
  readonly leaving: AbortSignal;
}

async function start(
  debugging: Printing,
  { planned, isDryRun, leaving }: Starting,
  signal: AbortSignal,
): Promise<StartedPlan> {
  const { io, cluster, command, notes } = debugging;
  const { plan, current, fallbacks, how } = planned;
  const { profile } = command.request;
  const { note } = notes;
  const wait = { timeoutMs: command.startTimeoutMs, note };
  const request = { isSent: true };
  const untilFree = async (ref: PodRef): Promise<NameState> => {
    request.isSent = false;
    const state = await awaitFreeName(io, cluster, { ref, wait, signal: leaving });
    request.isSent = true;
    return state;
  };
  const node = current?.spec.nodeName;
  const fitting = { plan, fallbacks, profile, node, isDryRun, note, ...(!isDryRun && { untilFree }) };
  try {
    const started = await startWithFallbacks(cluster, fitting, signal);
    sayPlan(debugging, { ...started, ...(how !== undefined && { how }) });
    return started;
  } catch (error) {
    const unknown = isDryRun || !request.isSent ? undefined : describeUnknownStart(error, plan);
    if (unknown !== undefined) notes.warn(unknown);
    throw error;
  }
}

/** Listens for events from before the change on, so that no time passes between that and its first sign. */
async function addAndJoin(
  debugging: Printing,
  { planned, current, containerName }: Adding,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster } = debugging;
  const adding = start(debugging, { planned, isDryRun: false, leaving: signal }, signal);
  const events = openEvents(io, cluster, { pod: current, containerName });
  try {
    const started = await adding;
    const exitCode = await join(debugging, { ...started, events }, signal);
    debugging.printer.print(started);
    return exitCode;
  } finally {
    events.close();
  }
}

interface Adding {
  readonly planned: PlannedTarget;
  readonly current: Pod;
  readonly containerName: string;
}

interface Started extends StartedPlan {
  readonly events?: ContainerEvents;
  /** Told that the session goes on without us. */
  readonly onGoesOn?: () => void;
}

async function replaceOriginal(
  { cluster, notes, command }: Debugging,
  { plan, pod }: StartedPlan,
  signal: AbortSignal,
): Promise<void> {
  if (plan.kind !== 'copy' || !plan.replace) return;
  try {
    await deleteOriginal(cluster, plan, signal);
  } catch (error) {
    if (!command.removes)
      notes.warn(`pod ${describePod(pod)} stays; to remove it: ${deleteCommandLine(pod)}`);
    throw error;
  }
}

async function join(debugging: Debugging, started: Started, signal: AbortSignal): Promise<number> {
  const { pod, events, onGoesOn } = started;
  const container = sessionContainer(started);
  if (container === undefined) return EXIT.ok;
  let isPlannedAgain = false;
  try {
    return await showContainer(debugging, { container, pod, events, isReused: false, onGoesOn }, signal);
  } catch (error) {
    isPlannedAgain = isEnvelopeUnfit(error);
    throw error;
  } finally {
    // A pod in which the command could not run is deleted, and another one takes its place.
    if (!isPlannedAgain) sayWhatStays(debugging, started);
  }
}

/**
 * The app of a copy runs on, which nobody may have wanted but who replaced the original by it; a node pod has ended with its
 * command, or the end of the session has warned of it.
 */
function sayWhatStays({ notes, command }: Debugging, { plan, pod }: Started): void {
  if (plan.kind === 'ephemeral' || command.removes || command.result.kind !== 'session') return;
  const say = plan.kind === 'copy' && !plan.replace ? notes.warn : notes.note;
  say(`pod ${describePod(pod)} stays; to remove it: ${deleteCommandLine(pod)}`);
}

function sessionContainer({ plan, pod }: StartedPlan): ContainerFields | undefined {
  const name = plan.kind === 'ephemeral' ? plan.container.name : plan.containerName;
  return listContainers(pod).find((container) => container.name === name)?.spec;
}
