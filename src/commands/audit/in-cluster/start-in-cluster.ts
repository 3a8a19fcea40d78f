import { CliError } from '../../../errors/cli-error.ts';
import { countText } from '../../../audit/results/text/count-text.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { findRun, type FoundRun } from '../../../fleet/follow/list-runs.ts';
import { fleetName, type FleetRun } from '../../../fleet/fleet-run.ts';
import type { FleetPlan } from '../../../fleet/objects/fleet-plan.ts';
import { removeOrphans } from '../../../fleet/start/remove-orphans.ts';
import { startFleet } from '../../../fleet/start/start-fleet.ts';
import { openResults } from '../show/open-results.ts';
import { followCommand } from './fleet-commands.ts';
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
  if (dryRun !== undefined) {
    const exitCode = await printFleet(call, { plan, dryRun, format }, signal);
    // Only these can be applied.
    if (format === 'yaml' || format === 'json')
      notes.tell(`once these objects are applied, this follows the audit: ${followCommand(plan.run)}`);
    return exitCode;
  }
  const requesting = { io, cluster, warn: notes.warn };
  const places = [...new Set([plan.run.namespace, ...(plan.head.namespaces ?? [])])];
  // A file that cannot be written ends the audit before there is a Job.
  const results = await openResults(call, plan.head.settings, signal);
  try {
    // Nobody waits for what others have left.
    const orphans = removeOrphans(requesting, places, signal).catch(() => undefined);
    await startFleet(requesting, plan, signal);
    const { runId, namespace } = plan.run;
    notes.note(
      `the cluster runs the audit ${runId}: ${countText(plan.shares.length, 'worker')}, job ${namespace}/${fleetName(runId)}`,
    );
    const exitCode = await showRun(call, { ...(await findStarted(cluster, plan.run)), results }, signal);
    await orphans;
    return exitCode;
  } finally {
    await results.close();
  }
}

/** Not ended by a signal: what it does to a run is decided when the run is followed. */
async function findStarted(cluster: Cluster, run: FleetRun): Promise<FoundRun> {
  const found = await findRun(cluster, run, new AbortController().signal);
  if (found !== undefined) return found;
  const name = `${run.namespace}/${fleetName(run.runId)}`;
  throw new CliError('not-found', `job ${name} was deleted as soon as it was there`);
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
