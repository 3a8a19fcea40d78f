import type { DebugPlan } from '../../plan/debug-plan.ts';
import { findKeeper } from '../../plan/plan-keeper.ts';
import type { ContainerFields, EphemeralContainer, Pod } from '../../pod/types.ts';
import type { ContainerEvents } from '../../start/wait/container-events.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import { awaitStart } from '../../join/await-start.ts';
import { joinContainer } from '../../join/join-container.ts';
import type { Debugging } from './find-targets.ts';
import type { PlannedTarget } from './plan-targets.ts';
import { runInKeeper } from '../../join/run-in-keeper.ts';
import { keeperCommandLine } from './way-back.ts';

/** A container that is to be waited for and shown, or in which a command is to be run. */
export interface Shown {
  readonly container: ContainerFields;
  readonly pod: Pod;
  /** Opened before it was added; without them they are opened now. */
  readonly events?: ContainerEvents | undefined;
  /** Whether it was there before. */
  readonly isReused: boolean;
  /** Told that its session goes on without us. */
  readonly onGoesOn?: (() => void) | undefined;
}

/**
 * The keeper that `--reuse` finds in the pod, in place of the container that was planned, or of the one that would take
 * its place where Pod Security refuses it: one with other rights is not entered. Throws as `startWithFallbacks`.
 */
export async function findKept(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<Shown | undefined> {
  const { io, command, notes } = debugging;
  const { plan, current } = planned;
  if (command.exec?.reuses !== true || plan.kind !== 'ephemeral' || current === undefined) return undefined;
  const container =
    findKeeper(current, plan.container, io.now()) ??
    (await findFittingKeeper(debugging, { planned, pod: current }, signal));
  if (container === undefined) return undefined;
  notes.note(`using debug container "${container.name}", which is kept already`);
  return { container, pod: current, isReused: true };
}

/** Only the server knows which profile passes, and it is asked only where a fallback's keeper is there. */
async function findFittingKeeper(
  debugging: Debugging,
  { planned, pod }: { readonly planned: PlannedTarget; readonly pod: Pod },
  signal: AbortSignal,
): Promise<EphemeralContainer | undefined> {
  const keeperOf = (plan: DebugPlan): EphemeralContainer | undefined =>
    plan.kind === 'ephemeral' ? findKeeper(pod, plan.container, debugging.io.now()) : undefined;
  if (!planned.fallbacks.some(({ makePlan }) => keeperOf(makePlan()) !== undefined)) return undefined;
  const { profile } = debugging.command.request;
  const tried = { ...planned, profile, node: pod.spec.nodeName, isDryRun: true, note: () => undefined };
  const { plan } = await startWithFallbacks(debugging.cluster, tried, signal);
  return keeperOf(plan);
}

/**
 * Shows what a container runs, runs the command of `--via=exec` in it, or only waits until it runs. Returns the exit
 * code; throws as either.
 */
export function showContainer(
  debugging: Debugging,
  { container, pod, events, isReused, onGoesOn }: Shown,
  signal: AbortSignal,
): Promise<number> {
  const { exec, via, removes, startTimeoutMs, runTimeoutMs, detachKeys, reconnects } = debugging.command;
  if (debugging.command.result.kind === 'start')
    return awaitStart(debugging, { pod, container, startTimeoutMs, events, isRemoved: removes }, signal);
  const session = {
    pod,
    startTimeoutMs,
    runTimeoutMs,
    detachKeys,
    isRemoved: removes,
    ...(events && { events }),
    ...(onGoesOn && { onGoesOn }),
  };
  const wayBack = keeperCommandLine(debugging, pod, container.name);
  return exec === undefined
    ? joinContainer(debugging, { ...session, container, reconnects, via, from: 'start' }, signal)
    : runInKeeper(debugging, { ...session, keeper: container, exec, isReused, wayBack }, signal);
}
