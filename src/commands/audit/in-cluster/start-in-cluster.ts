import { CliError } from '../../../errors/cli-error.ts';
import { findRun } from '../../../fleet/follow/list-runs.ts';
import { fleetName } from '../../../fleet/fleet-run.ts';
import type { FleetPlan } from '../../../fleet/objects/fleet-plan.ts';
import { removeOrphans } from '../../../fleet/start/remove-orphans.ts';
import { startFleet } from '../../../fleet/start/start-fleet.ts';
import { planFleet, workersFor, type ChosenAudit } from './plan-fleet.ts';
import { printFleet } from './print-fleet.ts';
import type { RunCall } from './run-call.ts';
import { showRun } from './show-run.ts';

/**
 * `audit --in-cluster`: creates the Job of an audit whose pods are chosen, and follows it to its end. Returns the exit code of
 * a local run, or of a dry run. Throws a `CliError` if nothing was started.
 */
export async function startInCluster(
  call: RunCall,
  chosen: ChosenAudit,
  signal: AbortSignal,
): Promise<number> {
  const { io, cluster, notes } = call;
  const plan = await planFleet(call, chosen, signal);
  sayFewerWorkers(call, chosen, plan);
  const { dryRun, format } = chosen.request;
  if (dryRun !== undefined) return printFleet(call, { plan, dryRun, format }, signal);
  const requesting = { io, cluster, warn: notes.warn };
  const places = [...new Set([plan.run.namespace, ...(plan.head.namespaces ?? [])])];
  // Nobody waits for what others have left.
  const orphans = removeOrphans(requesting, places, signal).catch(() => undefined);
  await startFleet(requesting, plan, signal);
  const { runId, namespace } = plan.run;
  const count = plan.shares.length;
  notes.note(
    `the cluster runs the audit ${runId}: ${count} ${count === 1 ? 'worker' : 'workers'}, job ${namespace}/${fleetName(runId)}`,
  );
  const found = await findRun(cluster, plan.run, signal);
  if (found === undefined)
    throw new CliError(
      'not-found',
      `job ${namespace}/${fleetName(runId)} was deleted as soon as it was there`,
    );
  const exitCode = await showRun(call, found, signal);
  await orphans;
  return exitCode;
}

/** More workers than there is work for at a time would only wait. */
function sayFewerWorkers(
  { notes }: RunCall,
  { request, pods, head }: ChosenAudit,
  { shares }: FleetPlan,
): void {
  const asked = workersFor(request, pods.items.length);
  if (shares.length === asked) return;
  const { concurrency, maxPerNode } = head.settings;
  const nodes = new Set(pods.items.map(({ node }) => node)).size;
  notes.note(
    `${shares.length} of ${asked} workers: no more could work at the same time, with ${pods.items.length} commands on ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, --concurrency=${concurrency} and --max-per-node=${maxPerNode}`,
  );
}
