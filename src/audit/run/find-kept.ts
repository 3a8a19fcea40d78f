import { requestKeeper, findKeeper } from '../../plan/plan-keeper.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks } from '../../plan/fallbacks.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { AuditContext } from './audit-context.ts';
import { firstToTry, type FirstToTry } from './first-to-try.ts';
import type { RunPlan } from './plan-run.ts';

/** How long a keeper is kept says nothing about whether it serves. */
const ANY_LIFE_MS = 1000;

/** A debug container that is kept already. */
export interface Kept {
  readonly keeper: EphemeralContainer;
  /** That it was made with, which may be a fallback. */
  readonly profile: string;
}

/**
 * The live keeper of a pod that has the image, target and rights of the planned container, or of the one that would take
 * its place where Pod Security refuses that; undefined without one. Only the server knows which profile passes, and it is
 * asked only where a fallback's keeper is there. Throws as `startWithFallbacks`.
 */
export async function findKept(
  { io, cluster, settings, fits, ending }: AuditContext,
  { pod, planned }: { readonly pod: Pod; readonly planned: RunPlan },
): Promise<Kept | undefined> {
  const { namespace } = planned.plan.pod;
  const { profile } = settings.request;
  const first = firstToTry(planKeeper(pod, planned, settings.request), {
    profile,
    fitting: fits.get(namespace),
  });
  const keeperOf = (plan: DebugPlan): EphemeralContainer | undefined =>
    plan.kind === 'ephemeral' ? findKeeper(pod, plan.container, io.now()) : undefined;
  const keeper = keeperOf(first.plan);
  if (keeper !== undefined) return { keeper, profile: first.profile };
  if (!first.fallbacks.some(({ makePlan }) => keeperOf(makePlan()) !== undefined)) return undefined;
  const asked = { ...first, node: pod.spec.nodeName, isDryRun: true, note: () => undefined };
  const { plan, fallback } = await startWithFallbacks(cluster, asked, ending);
  if (fallback === undefined) return undefined;
  fits.set(namespace, fallback.profile);
  const fitting = keeperOf(plan);
  return fitting && { keeper: fitting, profile: fallback.profile };
}

/** The keeper that would do what the planned container does. */
function planKeeper(
  pod: Pod,
  { plan: { container }, target }: RunPlan,
  request: DebugRequest,
): Pick<FirstToTry, 'fallbacks'> & { readonly plan: EphemeralPlan } {
  const named = { ...request, containerName: container.name, ...(target !== '' && { target }) };
  const wanted = requestKeeper(named, ANY_LIFE_MS);
  const planAgain = (other: DebugRequest): EphemeralPlan => planEphemeralContainer(pod, other, () => 0);
  const plan = planAgain(wanted);
  return { plan, fallbacks: planFallbacks({ pod, plan, request: wanted }, planAgain) };
}
