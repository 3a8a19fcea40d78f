import { findFittingKeeper } from '../../join/keeper/find-fitting-keeper.ts';
import type { Debugging } from './debugging.ts';
import type { PlannedTarget } from './plan-targets.ts';
import type { ContainerToShow } from './show-container.ts';

/** Finds the keeper that `--reuse` enters in place of the planned container. Throws as `startWithFallbacks`. */
export async function findKept(
  { io, cluster, command, notes }: Debugging,
  { plan, current, fallbacks }: PlannedTarget,
  signal: AbortSignal,
): Promise<ContainerToShow | undefined> {
  if (command.exec?.reuses !== true || plan.kind !== 'ephemeral' || current === undefined) return undefined;
  const { profile } = command.request;
  const wanted = { pod: current, plan, fallbacks, profile, now: io.now() };
  const container = await findFittingKeeper(cluster, wanted, signal);
  if (container === undefined) return undefined;
  notes.note(`using debug container "${container.name}", which is kept already`);
  return { container, pod: current, isReused: true };
}
