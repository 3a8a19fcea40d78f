import { requestKeeper, findKeeper } from '../../plan/plan-keeper.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks, tryFallback } from '../../plan/fallbacks.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import { startWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { AuditContext } from './audit-context.ts';
import { skipRefusedProfiles, type ProfilesToTry } from './skip-refused-profiles.ts';
import type { RunPlan } from './plan-run.ts';

/** `findKeeper` does not compare how long keepers live. */
const ANY_LIFE_MS = 1000;

/** A keeper that can run the command. */
export interface FoundKeeper {
  readonly keeper: EphemeralContainer;
  /** The profile of the keeper, which may be a fallback. */
  readonly profile: string;
}

/**
 * Finds a running keeper in the pod that has the image, target and rights of the planned container, or of the fallback
 * that Pod Security would make us use instead. Only the server knows which profile it accepts, so we ask it (a dry run),
 * but only if the pod has a fallback's keeper. Throws what `startWithFallbacks` throws.
 */
export async function findRunKeeper(
  { io, cluster, settings, acceptedProfiles, ending }: AuditContext,
  { pod, planned }: { readonly pod: Pod; readonly planned: RunPlan },
): Promise<FoundKeeper | undefined> {
  const { namespace } = planned.plan.pod;
  const { profile } = settings.request;
  const first = skipRefusedProfiles(planKeeper(pod, planned, settings.request), {
    profile,
    accepted: acceptedProfiles.get(namespace),
  });
  const keeperOf = (plan: DebugPlan | undefined): EphemeralContainer | undefined =>
    plan?.kind === 'ephemeral' ? findKeeper(pod, plan.container, io.now()) : undefined;
  const keeper = keeperOf(first.plan);
  if (keeper !== undefined) return { keeper, profile: first.profile };
  if (!first.fallbacks.some((fallback) => keeperOf(tryFallback(fallback)) !== undefined)) return undefined;
  const asked = { ...first, node: pod.spec.nodeName, isDryRun: true, note: () => undefined };
  const { plan, fallback } = await startWithFallbacks(cluster, asked, ending);
  if (fallback === undefined) return undefined;
  acceptedProfiles.set(namespace, fallback.profile);
  const fallbackKeeper = keeperOf(plan);
  return fallbackKeeper && { keeper: fallbackKeeper, profile: fallback.profile };
}

/** Plans the keeper that would serve in place of the planned container. */
function planKeeper(
  pod: Pod,
  { plan: { container }, target }: RunPlan,
  request: DebugRequest,
): Pick<ProfilesToTry, 'fallbacks'> & { readonly plan: EphemeralPlan } {
  const named = { ...request, containerName: container.name, ...(target !== '' && { target }) };
  const wanted = requestKeeper(named, ANY_LIFE_MS);
  const planAgain = (other: DebugRequest): EphemeralPlan => planEphemeralContainer(pod, other, () => 0);
  const plan = planAgain(wanted);
  return { plan, fallbacks: planFallbacks({ pod, plan, request: wanted }, planAgain) };
}
