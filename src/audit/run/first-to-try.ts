import type { PlanWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { RunPlan } from './plan-run.ts';

/** What is tried first, and the stricter profiles that are left to try behind it. */
export type FirstToTry = Pick<PlanWithFallbacks, 'plan' | 'fallbacks' | 'profile'>;

/**
 * What the pods of the same namespace before took, so that the server has to refuse each fallback only once.
 * `fitting`: their profile, if it was a fallback.
 */
export function firstToTry(
  { plan, fallbacks }: Pick<RunPlan, 'plan' | 'fallbacks'>,
  { profile, fitting }: { readonly profile: string; readonly fitting: string | undefined },
): FirstToTry {
  const index = fallbacks.findIndex((fallback) => fallback.profile === fitting);
  const fallback = fallbacks[index];
  if (fallback === undefined) return { plan, fallbacks, profile };
  return { plan: fallback.makePlan(), fallbacks: fallbacks.slice(index + 1), profile: fallback.profile };
}
