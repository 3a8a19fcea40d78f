import type { DebugPlan } from '../../plan/debug-plan.ts';
import { findKeeper } from '../../plan/plan-keeper.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { Debugging } from './debugging.ts';
import type { PlannedTarget } from './plan-targets.ts';
import type { ContainerToShow } from './show-container.ts';

/**
 * Finds the keeper that `--reuse` enters in place of the planned container, or of its fallback where Pod Security refuses
 * the plan: a keeper with other rights is not entered. Throws as `startWithFallbacks`.
 */
export async function findKept(
  debugging: Debugging,
  planned: PlannedTarget,
  signal: AbortSignal,
): Promise<ContainerToShow | undefined> {
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

/** Only the server knows which profile passes. We ask it, by a dry run, only if a fallback has a keeper. */
async function findFittingKeeper(
  { io, cluster, command }: Debugging,
  { planned, pod }: { readonly planned: PlannedTarget; readonly pod: Pod },
  signal: AbortSignal,
): Promise<EphemeralContainer | undefined> {
  const keeperOf = (plan: DebugPlan): EphemeralContainer | undefined =>
    plan.kind === 'ephemeral' ? findKeeper(pod, plan.container, io.now()) : undefined;
  if (!planned.fallbacks.some(({ makePlan }) => keeperOf(makePlan()) !== undefined)) return undefined;
  const { profile } = command.request;
  const tried = { ...planned, profile, node: pod.spec.nodeName, isDryRun: true, note: () => undefined };
  const { plan } = await startWithFallbacks(cluster, tried, signal);
  return keeperOf(plan);
}
