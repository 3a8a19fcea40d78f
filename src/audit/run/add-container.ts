import { backoffMs } from '../../cluster/time/backoff.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { crowdWarnings } from '../../plan/container/ephemeral-container.ts';
import type { Pod } from '../../pod/types.ts';
import { startWithFallbacks, type PlanWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { AuditContext } from './audit-context.ts';
import { skipRefusedProfiles } from './skip-refused-profiles.ts';
import type { RunPlan } from './plan-run.ts';

/** A debug container as the server accepted it. */
export interface Added {
  readonly pod: Pod;
  readonly target: string;
  /** The profile that the server accepted, which may be a fallback. */
  readonly profile: string;
  readonly notes: readonly string[];
}

const TRIES = 4;
/** Without an answer the container may have been added or not. To send the same patch again adds nothing twice. */
const WORTH_REPEATING: readonly ErrorKind[] = ['unreachable', 'connection-lost', 'timeout', 'conflict'];

/** Adds the planned container, or a fallback that the namespace's Pod Security level allows. Throws a `CliError`. */
export async function addContainer(
  { io, cluster, settings, ending, acceptedProfiles }: AuditContext,
  { pod, planned }: { readonly pod: Pod; readonly planned: RunPlan },
): Promise<Added> {
  const steps: string[] = [];
  const { profile } = settings.request;
  const fitting: PlanWithFallbacks = {
    ...skipRefusedProfiles(planned, { profile, accepted: acceptedProfiles.get(planned.plan.pod.namespace) }),
    node: pod.spec.nodeName,
    isDryRun: false,
    note: (text) => void steps.push(text),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const { plan, pod: stored, fallback } = await startWithFallbacks(cluster, fitting, ending);
      // The preview has warned about crowded pods.
      // Those of a container for --collect are about a command in the root of the target, and it runs none there.
      const own = settings.collect === undefined ? plan.warnings : [];
      const warnings = own.filter((text) => !crowdWarnings(pod).includes(text));
      const notes = [...planned.notes, ...steps, ...warnings];
      const accepted = fallback?.profile ?? fitting.profile;
      if (fallback !== undefined) acceptedProfiles.set(planned.plan.pod.namespace, accepted);
      return { pod: stored, target: planned.target, profile: accepted, notes };
    } catch (error) {
      const isWorthRepeating = isCliError(error) && WORTH_REPEATING.includes(error.kind);
      if (!isWorthRepeating || tries === TRIES) throw error;
    }
    await io.sleep(backoffMs(tries - 1, io.random), ending);
  }
}
