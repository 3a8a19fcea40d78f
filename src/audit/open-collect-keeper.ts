import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { describePod } from '../pod/pod-ref.ts';
import { requestKeeper } from '../plan/plan-keeper.ts';
import { findContainerState } from '../pod/containers/container-state.ts';
import { listContainers } from '../pod/containers/containers.ts';
import type { ContainerRef, Pod } from '../pod/types.ts';
import { addContainer } from './run/add-container.ts';
import { findRunKeeper } from './run/find-run-keeper.ts';
import type { Run } from './run/one-run.ts';
import { planRun, type RunPlan } from './run/plan-run.ts';
import { requireRights } from './run/require-rights.ts';
import { awaitContainerStart } from './run-to-the-end.ts';

/** A debug container that runs, and sees the files of a container. */
export interface CollectKeeper {
  readonly ref: ContainerRef;
  /** The container whose files it sees. */
  readonly target: string;
  /** Whether this audit has added it, so that it is to be ended. */
  readonly isOurs: boolean;
}

/** Longer than a transfer may take, so that the container outlives it, and ends by itself if nobody ends it. */
const SPARE_MS = 60_000;

/**
 * Finds the debug container that an earlier call of this audit has added, or a keeper that fits, or adds one, and waits until
 * it runs. Throws as `planRun`, `addContainer` and `awaitContainerStart`.
 */
export async function openCollectKeeper(run: Run, pod: Pod, watch: PodWatch): Promise<CollectKeeper> {
  const { context, item } = run;
  const place = placeOf(pod, item.container);
  run.container = place.name;
  if (!place.isThere) {
    const planned = plan(run, pod);
    const kept = await findRunKeeper(context, { pod, planned });
    if (kept !== undefined) return openFound(run, { ...kept, planned }, watch);
    await add(run, { pod, planned });
  } else {
    const { targetContainerName: target = '' } = specOf(pod, place.name) ?? {};
    run.facts = { container: place.name, target, profile: context.settings.request.profile };
  }
  run.stage = 'starting';
  const ref = { ...item.pod, container: run.container };
  await untilItRuns(run, ref, watch);
  return { ref, target: run.facts.target ?? '', isOurs: true };
}

/**
 * The name of the item's debug container: an audit that is resumed goes on in the one that it has added, or adds another
 * one if that has ended.
 */
function placeOf(pod: Pod, first: string): { readonly name: string; readonly isThere: boolean } {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? first : `${first}-${number}`;
    const isThere = listContainers(pod).some((container) => container.name === name);
    if (!isThere || findContainerState(pod, name).kind !== 'terminated') return { name, isThere };
  }
}

function specOf(pod: Pod, name: string) {
  return pod.spec.ephemeralContainers?.find((container) => container.name === name);
}

function plan({ context, item, container }: Run, pod: Pod): RunPlan {
  const { settings, io } = context;
  const request = requestKeeper(settings.request, settings.timeoutMs + SPARE_MS);
  const planned = planRun(pod, { ...settings, ...item, request, container, now: io.now() });
  if (planned.target !== '') return planned;
  const why = planned.notes.join('; ') || 'no target container';
  throw new CliError('target-not-running', `cannot collect files of ${describePod(pod)}: ${why}`, {
    hint: 'name the container with --target',
  });
}

interface FoundPlanned {
  readonly keeper: { readonly name: string };
  readonly profile: string;
  readonly planned: RunPlan;
}

async function openFound(
  run: Run,
  { keeper, profile, planned }: FoundPlanned,
  watch: PodWatch,
): Promise<CollectKeeper> {
  const { context, item } = run;
  await requireRights(context, ['exec'], item.pod);
  run.container = keeper.name;
  run.facts = { container: keeper.name, target: planned.target, profile, notes: planned.notes };
  const ref = { ...item.pod, container: keeper.name };
  // A keeper that was just added may not run yet.
  await untilItRuns(run, ref, watch);
  return { ref, target: planned.target, isOurs: false };
}

async function add(run: Run, { pod, planned }: { readonly pod: Pod; readonly planned: RunPlan }) {
  const { context, container, item } = run;
  run.stage = 'adding';
  await requireRights(context, ['exec'], item.pod);
  await context.journal.note({ kind: 'adding', container });
  const added = await addContainer(context, { pod, planned });
  context.watch.learn(added.pod, (seen) => listContainers(seen).some(({ name }) => name === container));
  const { target, profile, notes } = added;
  run.facts = { container, target, profile, notes };
}

async function untilItRuns({ context, item }: Run, ref: ContainerRef, watch: PodWatch): Promise<void> {
  try {
    await awaitContainerStart(context, watch, ref);
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'command-not-found') throw error;
    throw new CliError('start-failed', error.message, {
      hint: '--collect needs an image with sh, sleep, find, xargs, stat and tar, as --image=busybox:musl has',
      cause: error,
    });
  }
  context.onStarted(item);
}
