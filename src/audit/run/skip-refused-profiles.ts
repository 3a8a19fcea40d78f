import type { PlanWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { RunPlan } from './plan-run.ts';

/** What to try first, and the stricter profiles to try after it. */
export type ProfilesToTry = Pick<PlanWithFallbacks, 'plan' | 'fallbacks' | 'profile'>;

/**
 * Starts with the fallback that the server accepted for another pod of the namespace (`accepted`), so that it has to
 * refuse each profile only once.
 */
export function skipRefusedProfiles(
  { plan, fallbacks }: Pick<RunPlan, 'plan' | 'fallbacks'>,
  { profile, accepted }: { readonly profile: string; readonly accepted: string | undefined },
): ProfilesToTry {
  const index = fallbacks.findIndex((fallback) => fallback.profile === accepted);
  const fallback = fallbacks[index];
  if (fallback === undefined) return { plan, fallbacks, profile };
  return { plan: fallback.makePlan(), fallbacks: fallbacks.slice(index + 1), profile: fallback.profile };
}
