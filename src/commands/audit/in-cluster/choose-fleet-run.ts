import { workWords } from '../../../audit/rows/audit-settings.ts';
import { cutText } from '../../../audit/results/text/cut-text.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { CliError, isCliError } from '../../../errors/cli-error.ts';
import { shellLine } from '../../../errors/shell-word.ts';
import { listRuns, readCounts, type FoundRun } from '../../../fleet/follow/list-runs.ts';
import { readPlanOnce } from '../../../fleet/follow/read-plan.ts';
import { sumOf } from '../../../fleet/seen/fleet-view.ts';
import type { FollowedPlan } from '../../../fleet/seen/followed-plan.ts';
import { viewJob } from '../../../fleet/seen/job-view.ts';
import type { FleetCounts } from '../../../fleet/worker-counts.ts';
import type { Io } from '../../../io.ts';
import { canAsk, choose } from '../../../output/ask/choose.ts';
import { openTable, type TableRow } from '../../../output/table/table.ts';
import type { Notes } from '../../../output/say/notes.ts';
import { humanDuration } from '../../../pod/columns/human-duration.ts';
import { endCommand, followCommand } from './fleet-commands.ts';

const HEADER = ['RUN', 'AGE', 'NAMESPACE', 'STATUS', 'DONE', 'COMMAND'];
/** Keeps a row of the list on one line of a terminal. */
const MAX_COMMAND = 50;

interface Choosing {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
}

/** A run, and how far it is, as far as that is known. */
interface ListedRun extends FoundRun {
  readonly plan: FollowedPlan | undefined;
  readonly counts: FleetCounts | undefined;
  /** Why what it does, and how far it is, cannot be read. */
  readonly damage: CliError | undefined;
}

/**
 * Asks which audit of a namespace, or of all, to follow, the newest first. Without a terminal prints the list on stdout and
 * throws `usage`. Also throws `usage` if there is none, `ApiError`, and as requests do.
 */
export async function chooseFleetRun(
  { io, cluster, notes }: Choosing,
  { isAllNamespaces }: { readonly isAllNamespaces: boolean },
  signal: AbortSignal,
): Promise<FoundRun> {
  const namespace = isAllNamespaces ? undefined : cluster.namespace;
  const found = await listRuns(cluster, { namespace }, signal);
  if (found.length === 0) throw nothingToFollow(namespace);
  const runs = await Promise.all(found.map((each) => lookAt(cluster, each, signal)));
  sayDamaged(notes, runs);
  if (canAsk(io)) {
    const labels = openTable()
      .rows(runs.map((run) => rowOf(run, { now: io.now(), maxCommand: MAX_COMMAND })))
      .split('\n');
    const choices = found.map((value, index) => ({ label: labels[index] ?? '', value }));
    return choose(io, { question: 'which audit do you want to follow?', choices }, signal);
  }
  io.stdout.write(openTable(HEADER).rows(runs.map((run) => rowOf(run, { now: io.now() }))));
  const next = runs.find(({ damage }) => damage === undefined);
  throw new CliError('usage', '--follow names no audit, and there is no terminal to ask on', {
    ...(next !== undefined && { hint: `the newest: ${followCommand(next.run)}` }),
  });
}

async function lookAt(cluster: Cluster, found: FoundRun, signal: AbortSignal): Promise<ListedRun> {
  const { run, job } = found;
  try {
    const plan = await readPlanOnce(cluster, { run, workers: job.spec?.completions ?? 1 }, signal);
    return { ...found, plan, counts: await readCounts(cluster, run, signal), damage: undefined };
  } catch (error) {
    // Requests fail with CliError as well, and say nothing of the audit.
    if (!isCliError(error) || error.kind !== 'journal-failed') throw error;
    return { ...found, plan: undefined, counts: undefined, damage: error };
  }
}

/** The others are listed all the same. */
function sayDamaged(notes: Notes, runs: readonly ListedRun[]): void {
  for (const { run, damage } of runs)
    if (damage !== undefined)
      notes.warn(`the audit ${run.runId} is damaged: ${damage.message}; to remove it: ${endCommand(run)}`);
}

/** The cells of a run. The command is quoted for a shell. */
function rowOf(
  { run, job, plan, counts, damage }: ListedRun,
  { now, maxCommand }: { readonly now: Date; readonly maxCommand?: number },
): TableRow {
  const command = plan === undefined ? '' : shellLine(workWords(plan.head.settings));
  const isCut = maxCommand !== undefined && command.length > maxCommand;
  const created = new Date(plan?.head.startedAt ?? job.metadata.creationTimestamp ?? now);
  return [
    run.runId,
    humanDuration(now.getTime() - created.getTime()),
    run.namespace,
    damage === undefined ? statusOf(job) : 'Damaged',
    plan === undefined ? '' : doneText(plan, counts),
    isCut ? `${cutText(command, maxCommand)}…` : command,
  ];
}

/** As `kubectl get jobs` says it. */
function statusOf(job: FoundRun['job']): string {
  const view = viewJob(job);
  if (view.kind === 'gone') return 'Deleted';
  if (view.end !== undefined) return view.end.hasFailed ? 'Failed' : 'Complete';
  return view.isSuspended ? 'Suspended' : 'Running';
}

function doneText({ items, skipped }: FollowedPlan, counts: FleetCounts | undefined): string {
  const total = items.size + skipped.length;
  const done = skipped.length + (counts === undefined ? 0 : sumOf(counts, (worker) => worker.done));
  return `${Math.min(done, total)}/${total}`;
}

function nothingToFollow(namespace: string | undefined): CliError {
  return namespace === undefined
    ? new CliError('usage', 'the cluster runs no audit')
    : new CliError('usage', `the cluster runs no audit in namespace ${namespace}`, {
        hint: 'to list those of all namespaces: kubectl-debug audit --follow -A',
      });
}
