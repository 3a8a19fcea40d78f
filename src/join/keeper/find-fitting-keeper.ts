import type { Cluster } from '../../cluster/cluster.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import { tryFallback, type Fallback } from '../../plan/fallbacks.ts';
import { findKeeper } from '../../plan/plan-keeper.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';

/** The keeper that is wanted in a pod, as it is planned. */
export interface WantedKeeper {
  /** As it was last seen. */
  readonly pod: Pod;
  readonly plan: DebugPlan;
  /** In the order to try them if Pod Security refuses the plan. */
  readonly fallbacks: readonly Fallback[];
  readonly profile: string;
  readonly now: Date;
}

/**
 * Finds a keeper in the pod that can serve in place of the planned one, or of its fallback where Pod Security refuses the
 * plan: a keeper with other rights is not used. Only the server knows which profile passes. We ask it, by a dry run, only
 * if a fallback has a keeper. Throws as `startWithFallbacks`.
 */
export async function findFittingKeeper(
  cluster: Cluster,
  { pod, plan, fallbacks, profile, now }: WantedKeeper,
  signal: AbortSignal,
): Promise<EphemeralContainer | undefined> {
  const keeperOf = (planned: DebugPlan | undefined): EphemeralContainer | undefined =>
    planned?.kind === 'ephemeral' ? findKeeper(pod, planned.container, now) : undefined;
  const first = keeperOf(plan);
  if (first !== undefined || !fallbacks.some((fallback) => keeperOf(tryFallback(fallback)) !== undefined))
    return first;
  const { nodeName } = pod.spec;
  const asked = { plan, fallbacks, profile, node: nodeName, isDryRun: true, note: () => undefined };
  return keeperOf((await startWithFallbacks(cluster, asked, signal)).plan);
}
