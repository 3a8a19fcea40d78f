import { EXIT } from '../../errors/exit-codes.ts';
import { isEnvelopeUnfit } from '../../join/envelope-unfit.ts';
import { plannedContainerName } from '../../plan/fallbacks.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import type { ContainerFields, PodRef } from '../../pod/types.ts';
import { awaitFreeName, type NameState } from '../../start/create/await-free-name.ts';
import type { ContainerEvents } from '../../start/wait/container-events.ts';
import { startWithFallbacks, type StartedPlan } from '../../start/create/start-with-fallbacks.ts';
import { deleteOriginal } from '../../start/create/start-plan.ts';
import { openEvents } from '../../start/wait/start-signs.ts';
import { waitsForStart, type DryRun } from '../shared/result-mode.ts';
import { podStaysText, sayPodStays, withRemoval } from './clean-up.ts';
import type { Debugging } from './debugging.ts';
import { describeChosen, describeSession, notesBeside } from './describe-defaults.ts';
import { expectedPod, type PlannedTarget } from './plan-targets.ts';
import { replanBeforeStart, replanAfterUnfit } from './replan.ts';
import type { Result } from './print-result.ts';
import { showContainer, type ContainerToShow } from './show-container.ts';
import { describeUnknownStart } from './unknown-start.ts';

/** What came of one target: our exit code, and what to print of it. */
export interface CarriedOut {
  readonly exitCode: number;
  readonly result: Result | undefined;
}

/**
 * Carries out the plan for one target, and shows its container. A command whose envelope does not fit the image, or the
 * rights of the user, has not run: it is planned again for another container.
 */
export async function carryOutTarget(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<CarriedOut> {
  const { unfit } = debugging;
  // There are two obstacles, so this loop plans at most three times.
  for (let fitting = replanBeforeStart(planned, unfit); ;) {
    try {
      return await carryOutPlan(debugging, fitting, signal);
    } catch (error) {
      if (!isEnvelopeUnfit(error)) throw error;
      unfit.add(error.obstacle);
      fitting = await replanAfterUnfit(debugging, { planned, error }, signal);
    }
  }
}

async function carryOutPlan(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<CarriedOut> {
  if (dryRunOf(debugging) === 'client') {
    sayPlan(debugging, planned);
    return { exitCode: EXIT.ok, result: { plan: planned.plan, pod: expectedPod(planned) } };
  }
  const starting = start(debugging, planned, signal);
  // Opened while the request is on its way, so that no event is missed.
  const events = openEventsOf(debugging, planned);
  try {
    const started = await starting;
    const exitCode = await withRemoval(debugging, started.pod, (onGoesOn) =>
      show(debugging, { ...started, events, onGoesOn }, signal),
    );
    return { exitCode, result: started };
  } finally {
    events?.close();
  }
}

function dryRunOf({ command }: Debugging): DryRun | undefined {
  return command.result.kind === 'print' ? command.result.dryRun : undefined;
}

/** Speaks only when the server has accepted a plan: warnings of a refused plan would be wrong. */
function sayPlan(
  { notes, once, isQuiet, isBrief = false, input, command }: Debugging,
  {
    plan,
    current,
    foundAs,
    place,
    fallback,
  }: Pick<PlannedTarget, 'plan' | 'current' | 'foundAs' | 'place'> & Partial<StartedPlan>,
): void {
  if (isBrief && !isQuiet) {
    notesBeside(plan).forEach(once.note);
    plan.warnings.forEach(once.warn);
    notes.remark(describeSession({ command, plan, current, foundAs: foundAs ?? place, fallback }));
    return;
  }
  [...plan.kubectlNotes, ...plan.notes].forEach(once.note);
  plan.warnings.forEach(once.warn);
  const chosen = describeChosen({ input, command, plan, foundAs: foundAs ?? place, fallback });
  // A pod that was not typed is named even with --quiet.
  if (isQuiet && foundAs !== undefined) notes.tell(`using ${foundAs}`);
  else if (chosen !== undefined) notes.note(chosen);
}

async function start(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<StartedPlan> {
  const { io, cluster, command, notes } = debugging;
  const { plan, current, fallbacks } = planned;
  const isDryRun = dryRunOf(debugging) !== undefined;
  const wait = { timeoutMs: command.startTimeoutMs, note: notes.note };
  const request = { mayHaveCreated: true };
  const untilFree = async (ref: PodRef): Promise<NameState> => {
    request.mayHaveCreated = false;
    const state = await awaitFreeName(io, cluster, { ref, wait, signal });
    request.mayHaveCreated = true;
    return state;
  };
  const fitting = {
    plan,
    fallbacks,
    profile: profileOf(planned, command),
    node: current?.spec.nodeName,
    isDryRun,
    note: notes.note,
    ...(!isDryRun && { untilFree }),
  };
  // --rm has to know the pod that it deletes, so the request that creates it is not interrupted.
  const creation = command.removes ? new AbortController().signal : signal;
  try {
    const started = await startWithFallbacks(cluster, fitting, creation);
    sayPlan(debugging, { ...planned, ...started });
    return started;
  } catch (error) {
    const unknown = isDryRun || !request.mayHaveCreated ? undefined : describeUnknownStart(error, plan);
    if (unknown !== undefined) notes.warn(unknown);
    throw error;
  }
}

/** Follows the events of a container that is being added to a pod; a new pod has none before it exists. */
function openEventsOf(
  { io, cluster, command }: Debugging,
  { plan, current }: PlannedTarget,
): ContainerEvents | undefined {
  if (!waitsForStart(command.result) || plan.kind !== 'ephemeral' || current === undefined) return undefined;
  return openEvents(io, cluster, { pod: current, containerName: plan.container.name });
}

/** For the explanation of a refusal. */
function profileOf({ plan }: PlannedTarget, { request }: Debugging['command']): string {
  return plan.os === 'windows' && request.adaptsProfile === true && plan.kind !== 'node'
    ? 'baseline'
    : request.profile;
}

interface StartedContainer extends StartedPlan, Pick<ContainerToShow, 'events' | 'onGoesOn'> {}

/** Shows what was started, as far as the command line wants it. Returns our exit code. */
async function show(debugging: Debugging, started: StartedContainer, signal: AbortSignal): Promise<number> {
  if (dryRunOf(debugging) !== undefined) return EXIT.ok;
  await replaceOriginal(debugging, started, signal);
  const container = sessionContainer(started);
  if (container === undefined || !waitsForStart(debugging.command.result)) return EXIT.ok;
  const { pod, events, onGoesOn } = started;
  let stays = true;
  try {
    return await showContainer(debugging, { container, pod, events, onGoesOn, isReused: false }, signal);
  } catch (error) {
    // The caller deletes a pod whose envelope does not fit, so we do not say that it stays.
    stays = !isEnvelopeUnfit(error);
    throw error;
  } finally {
    if (stays) sayPodStays(debugging, started);
  }
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
    if (!command.removes) notes.warn(podStaysText(pod));
    throw error;
  }
}

/** undefined for a copy in which no container is for a session. */
function sessionContainer({ plan, pod }: StartedPlan): ContainerFields | undefined {
  const name = plannedContainerName(plan);
  return listContainers(pod).find((container) => container.name === name)?.spec;
}
