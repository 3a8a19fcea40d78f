import { backoffMs } from '../../cluster/time/backoff.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { crowdWarnings } from '../../plan/container/ephemeral-container.ts';
import type { Pod } from '../../pod/types.ts';
import { startWithFallbacks, type PlanWithFallbacks } from '../../start/create/start-with-fallbacks.ts';
import type { AuditContext } from './audit-context.ts';
import { firstToTry } from './first-to-try.ts';
import type { RunPlan } from './plan-run.ts';

/** A debug container as the server took it. */
export interface Added {
  readonly pod: Pod;
  readonly target: string;
  /** The one that the server took, which may be a fallback. */
  readonly profile: string;
  readonly notes: readonly string[];
}

const TRIES = 4;
/** Without an answer nobody knows whether it was added, and sending the same once more adds nothing twice. */
const WORTH_REPEATING: readonly ErrorKind[] = ['unreachable', 'connection-lost', 'timeout', 'conflict'];

/** Adds the planned container, or what fits the level of the namespace. Throws a `CliError` that says why not. */
export async function addContainer(
  { io, cluster, settings, ending, fits }: AuditContext,
  { pod, planned }: { readonly pod: Pod; readonly planned: RunPlan },
): Promise<Added> {
  const steps: string[] = [];
  const { profile } = settings.request;
  const fitting: PlanWithFallbacks = {
    ...firstToTry(planned, { profile, fitting: fits.get(planned.plan.pod.namespace) }),
    node: pod.spec.nodeName,
    isDryRun: false,
    note: (text) => void steps.push(text),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const { plan, pod: stored, fallback } = await startWithFallbacks(cluster, fitting, ending);
      // Of crowded pods it was told once, before the first was tried.
      const warnings = plan.warnings.filter((text) => !crowdWarnings(pod).includes(text));
      const notes = [...planned.notes, ...steps, ...warnings];
      const taken = fallback?.profile ?? fitting.profile;
      if (fallback !== undefined) fits.set(planned.plan.pod.namespace, taken);
      return { pod: stored, target: planned.target, profile: taken, notes };
    } catch (error) {
      const isWorthIt = isCliError(error) && WORTH_REPEATING.includes(error.kind);
      if (!isWorthIt || tries === TRIES) throw error;
    }
    await io.sleep(backoffMs(tries - 1, io.random), ending);
  }
}
