import type { Cluster } from '../../cluster/cluster.ts';
import {
  podSecurityOf,
  violationsOfPod,
  type PodSecurityRefusal,
} from '../../cluster/refusals/pod-security-refusal.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { Fallback } from '../../plan/fallbacks.ts';
import type { Pod } from '../../pod/types.ts';
import { startPlan, type StartOptions } from './start-plan.ts';

/** The plan that was carried out, and the pod as the server stored it. */
export interface StartedPlan {
  readonly plan: DebugPlan;
  readonly pod: Pod;
  /** The fallback that was used; undefined if the first plan passed. */
  readonly fallback: Fallback | undefined;
}

/** A plan, and the fallbacks for it. */
export interface PlanWithFallbacks extends Pick<StartOptions, 'untilFree'> {
  readonly plan: DebugPlan;
  /** In the order to try them if Pod Security refuses the plan. */
  readonly fallbacks: readonly Fallback[];
  readonly profile: string;
  /** The node of the pod; undefined without one. */
  readonly node: string | undefined;
  /** Whether the server only checks the plan. */
  readonly isDryRun: boolean;
  /** Receives which fallback is tried, and why. */
  readonly note: (text: string) => void;
}

/**
 * Carries out the plan. If Pod Security refuses it, carries out the fallback for the enforced level instead, and notes
 * it in one line. Throws as `startPlan` for the last attempt.
 */
export async function startWithFallbacks(
  cluster: Cluster,
  { plan, fallbacks, profile, node, isDryRun, note, untilFree }: PlanWithFallbacks,
  signal: AbortSignal,
): Promise<StartedPlan> {
  const container = plan.kind === 'ephemeral' ? plan.container.name : plan.containerName;
  let left = fallbacks;
  let next: Attempt = { plan, profile, fallback: undefined };
  for (;;) {
    try {
      const pod = await startPlan(cluster, { ...next, node, isDryRun, untilFree }, signal);
      return { plan: next.plan, pod, fallback: next.fallback };
    } catch (error) {
      const refusal = podSecurityOf(error);
      const fallback = refusal && chooseFallback(refusal, left, container);
      if (refusal === undefined || fallback === undefined) throw error;
      note(describeStep(refusal, next.profile, fallback));
      left = left.slice(left.indexOf(fallback) + 1);
      next = { plan: fallback.makePlan(), profile: fallback.profile, fallback };
    }
  }
}

interface Attempt {
  readonly plan: DebugPlan;
  readonly profile: string;
  readonly fallback: Fallback | undefined;
}

/** No profile helps if the pod itself violates the level, and none that is less strict than the level passes. */
function chooseFallback(
  refusal: PodSecurityRefusal,
  left: readonly Fallback[],
  container: string | undefined,
): Fallback | undefined {
  if (violationsOfPod(refusal, container).length > 0) return undefined;
  return left.find(({ profile }) => profile === refusal.level) ?? left[0];
}

function describeStep(
  { level, violations }: PodSecurityRefusal,
  refused: string,
  { profile, user }: Fallback,
): string {
  const checks = violations.map(({ text }) => text.split(' (')[0] ?? '').join(', ');
  const asUser = user === '' ? '' : ` as ${user}`;
  return `Pod Security level "${level}" of the namespace refuses --profile=${refused} (${checks}): trying --profile=${profile}${asUser}.`;
}
