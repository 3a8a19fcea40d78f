import { isApiError } from '../../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../../cluster/refusals/explain-api-error.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { commandText } from '../../../errors/shell-word.ts';
import { findRun, listRuns, type FoundRun } from '../../../fleet/follow/list-runs.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import { makeNotes, type Notes } from '../../../output/say/notes.ts';
import { readResultsFlags } from '../audit-results.ts';
import { collectGarbageEarly } from '../collect-garbage-early.ts';
import { withFirstNamespace } from '../first-namespace.ts';
import { readAuditRecordFlag } from '../../record/read-record-flags.ts';
import { withCluster } from '../../shared/with-cluster.ts';
import { chooseFleetRun } from './choose-fleet-run.ts';
import { followCommand } from './fleet-commands.ts';
import { readFollowRequest, type FollowRequest } from './follow-request.ts';
import { removeOrphans } from '../../../fleet/start/remove-orphans.ts';
import { showRun } from './show-run.ts';

/** `audit --follow[=RUN]`: shows the progress and the results of an audit that the cluster runs. Returns its exit code. */
export async function followAudit(io: Io, input: CommandInput): Promise<number> {
  const request = readFollowRequest(input);
  const { flags } = input;
  collectGarbageEarly();
  const shown = readResultsFlags(io, flags);
  const wish = readAuditRecordFlag(io, flags);
  const notes = makeNotes(io, { quiet: request.isQuiet });
  return withCluster(io, withFirstNamespace(flags), async (cluster, signal) => {
    const { isQuiet, isStrict } = request;
    const call = { io, cluster, input, wish, shown, isQuiet, isStrict, notes };
    // Who comes back to a run may have lost another one.
    const orphans = removeOrphans(call, [cluster.namespace], signal).catch(() => undefined);
    try {
      return await showRun(call, await findOrChoose(call, request, signal), signal);
    } finally {
      await orphans;
    }
  });
}

interface Finding {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
}

async function findOrChoose(
  finding: Finding,
  request: FollowRequest,
  signal: AbortSignal,
): Promise<FoundRun> {
  const { runId, isAllNamespaces } = request;
  const { cluster, notes } = finding;
  try {
    if (runId === undefined) return await chooseFleetRun(finding, { isAllNamespaces }, signal);
    const here = { runId, namespace: cluster.namespace };
    const found = isAllNamespaces ? undefined : await findRun(cluster, here, signal);
    if (found !== undefined) return found;
    const elsewhere = await findElsewhere(cluster, runId, signal);
    if (elsewhere === undefined) throw notFound(cluster, request);
    const { namespace } = elsewhere.run;
    if (!isAllNamespaces && cluster.namespaceIsExplicit) throw inOtherNamespace(cluster, elsewhere);
    notes.note(`the audit ${runId} runs in namespace ${namespace}`);
    return elsewhere;
  } catch (error) {
    throw explainApiError(error, { action: 'list the audits of the cluster', namespace: cluster.namespace });
  }
}

/** undefined also for a user who may not list the Jobs of all namespaces. */
async function findElsewhere(
  cluster: Cluster,
  runId: string,
  signal: AbortSignal,
): Promise<FoundRun | undefined> {
  try {
    const [found] = await listRuns(cluster, { namespace: undefined, runId }, signal);
    return found;
  } catch (error) {
    if (isApiError(error) && error.code === 403) return undefined;
    throw error;
  }
}

function notFound({ namespace }: Cluster, { runId = '', isAllNamespaces }: FollowRequest): CliError {
  const where = isAllNamespaces ? 'the cluster' : `namespace ${namespace}`;
  return new CliError(
    'not-found',
    `there is no audit ${runId} in ${where}: it may have been followed to its end, which removes it, or was deleted`,
    { hint: 'to list the audits that run: kubectl-debug audit --follow -A' },
  );
}

function inOtherNamespace({ namespace }: Cluster, { run }: FoundRun): CliError {
  return new CliError('not-found', `there is no audit ${run.runId} in namespace ${namespace}`, {
    hint: commandText`it runs in namespace ${run.namespace}: ` + followCommand(run),
  });
}
