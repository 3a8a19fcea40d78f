import { openRights } from '../../cluster/api/rights.ts';
import { forJobs } from '../../cluster/refusals/for-jobs.ts';
import { needs, STEP_RIGHTS, type Purpose } from '../../cluster/refusals/purposes.ts';
import type { Connected } from '../../join/connected.ts';
import type { TargetRef } from '../../target/names/parse-target.ts';

/** The jobs of a command as `check --for` names them: its own, and that of finding the pods of a workload. */
export function jobsOf(
  own: readonly Purpose[],
  targets: readonly (TargetRef | undefined)[],
): readonly Purpose[] {
  return targets.some((target) => target?.kind === 'workload') ? [...own, 'workloads'] : own;
}

/**
 * Runs the body of a command that does these jobs. Its hints at missing rights name them, and the right to exec, if a job
 * needs it, is asked for while the pod is read. Throws what the body throws.
 */
export async function withRights(
  { jobs, ...plain }: Connected & { readonly jobs: readonly Purpose[] },
  body: (connected: Connected) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  const cluster = forJobs(plain.cluster, jobs);
  const rights = openRights(plain.io, cluster, signal);
  if (needs(jobs, 'exec')) rights.ask(STEP_RIGHTS.exec, cluster.namespace);
  try {
    return await body({ ...plain, cluster, rights });
  } finally {
    rights.close();
  }
}
