import { listPages } from '../../cluster/list/list-pages.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import type { ConfigMap } from '../config-map.ts';
import { fleetName, type FleetRun } from '../fleet-run.ts';
import { createLineReader } from '../lines/line-reader.ts';
import { startPlan, type FollowedPlan } from '../seen/followed-plan.ts';
import { partList } from './fleet-lists.ts';

/** The plans are written before the Job is let go, so they come soon, or never. */
const TRIES = 15;
const PAUSE_MS = 2000;

/**
 * Reads what a run does, from the plans of its workers. Waits for plans that are being written. Throws `usage` for a run whose
 * plans do not become complete, as it never began; `journal-failed`; and `ApiError`.
 */
export async function readPlan(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { run, workers }: { readonly run: FleetRun; readonly workers: number },
  signal: AbortSignal,
): Promise<FollowedPlan> {
  for (let tried = 1; ; tried += 1) {
    const plan = await readPlanOnce(cluster, { run, workers }, signal);
    if (plan !== undefined) return plan;
    if (tried === TRIES) throw neverBegan(run);
    await io.sleep(PAUSE_MS, signal);
  }
}

/** Reads the plans of a run; undefined if they are not complete. Throws as `readPlan`. */
export async function readPlanOnce(
  cluster: Cluster,
  { run, workers }: { readonly run: FleetRun; readonly workers: number },
  signal: AbortSignal,
): Promise<FollowedPlan | undefined> {
  const reader = createLineReader();
  const plan = startPlan();
  for await (const { items } of listPages<ConfigMap>(cluster, { ...partList(run, ['plan']), signal }))
    for (const each of items) reader.see(each).forEach(plan.take);
  return plan.result(workers);
}

function neverBegan({ runId, namespace }: FleetRun): CliError {
  return new CliError(
    'usage',
    `the audit ${runId} was interrupted before it had begun, so there is nothing to follow`,
    {
      hint: commandText`to remove it: kubectl delete job ${fleetName(runId)} -n ${namespace}`,
    },
  );
}
