import { runStartOf } from '../../../audit/journal/run-start.ts';
import { exitCodeOfRun } from '../../../audit/rows/exit-code-of-run.ts';
import type { RunResults, RunStart } from '../../../audit/rows/run-results.ts';
import { explainApiError } from '../../../cluster/refusals/explain-api-error.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { commandText } from '../../../errors/shell-word.ts';
import { exitCodeOfInterrupt } from '../../../errors/exit-codes.ts';
import { isInterrupted } from '../../../errors/interrupted.ts';
import { followFleet, type FleetEnd } from '../../../fleet/follow/follow-fleet.ts';
import type { FoundRun } from '../../../fleet/follow/list-runs.ts';
import { readPlan } from '../../../fleet/follow/read-plan.ts';
import type { FollowedPlan } from '../../../fleet/seen/followed-plan.ts';
import { removeFleet } from '../../../fleet/start/remove-fleet.ts';
import type { ResultsFlags } from '../audit-results.ts';
import { openResults } from '../show/open-results.ts';
import { hearRunInterrupts } from './ask-about-run.ts';
import { sayUnfinishedRun } from './say-unfinished-run.ts';
import { howToGoOn } from './fleet-commands.ts';
import type { RunCall } from './run-call.ts';
import type { FleetInterrupts } from './fleet-interrupts.ts';

interface ShownRun extends FoundRun {
  /** Those that are open already, of a run that this call has begun. */
  readonly results?: RunResults;
}

/** How many workers a Job without a number has. */
const ONE_WORKER = 1;

/**
 * Follows a run to its end, shows its results as a local run would, and removes it from the cluster. Returns the exit code of a
 * local run; that of the signal, if somebody leaves, or ends it. Whatever keeps it from showing all results also keeps the run
 * in the cluster, and says how to follow it again.
 */
export async function showRun(call: RunCall, found: ShownRun, signal: AbortSignal): Promise<number> {
  const end = await followOrLeave(call, found, signal);
  // The run is removed, so there is nothing to follow again.
  if (end instanceof CliError) throw end;
  return end;
}

/** Returns the exit code, or the error of a run that could not begin. Throws what keeps this call from following. */
async function followOrLeave(
  call: RunCall,
  found: ShownRun,
  signal: AbortSignal,
): Promise<number | CliError> {
  const { cluster, notes } = call;
  const { run, job } = found;
  try {
    const workers = job.spec?.completions ?? ONE_WORKER;
    // A run that has just begun has its plan. A signal does not end its reading, so that it is asked what to do with the run.
    const reading = found.results === undefined ? signal : new AbortController().signal;
    const plan = withOwnFolder(await readPlan(call, { run, workers }, reading), call.shown);
    const { settings } = plan.head;
    cluster.giveReason(settings.request.reason);
    const results = found.results ?? (await openResults(call, settings, signal));
    return await showResults(call, { ...found, plan, results }, signal);
  } catch (error) {
    if (isUsage(error)) throw error;
    notes.tell(howToGoOn(run, call.shown.outputFolder));
    throw explainApiError(error, { action: `follow the audit ${run.runId}`, namespace: run.namespace });
  }
}

/** The plan is text of the cluster: only the user says where on this machine the files of `--collect` go. Throws `usage`. */
function withOwnFolder(plan: FollowedPlan, { outputFolder }: ResultsFlags): FollowedPlan {
  const { head } = plan;
  const { collect } = head.settings;
  if (collect === undefined) return plan;
  if (outputFolder === undefined)
    throw new CliError('usage', `the audit ${head.runId} collects files, which need a folder`, {
      hint: commandText`add --output-dir=DIR; who started it has used ${collect.folder}`,
    });
  const settings = { ...head.settings, collect: { ...collect, folder: outputFolder } };
  return { ...plan, head: { ...head, settings } };
}

function isUsage(error: unknown): boolean {
  return error instanceof CliError && error.kind === 'usage';
}

interface OpenRun extends FoundRun {
  readonly plan: FollowedPlan;
  readonly results: RunResults;
}

async function showResults(call: RunCall, open: OpenRun, signal: AbortSignal): Promise<number | CliError> {
  const { results, plan } = open;
  const interrupts = hearRunInterrupts(call, open, signal);
  const start = runStartOf(plan.head, plan.items.size + plan.skipped.length);
  try {
    results.begin(start);
    const end = await followFleet({ ...call, results }, open, interrupts.leaving);
    // Nothing runs any more, so a second signal may kill the process.
    interrupts.close();
    return await finish(call, { ...open, start, end, interrupts }, signal);
  } finally {
    await results.close();
    interrupts.close();
  }
}

interface EndedRun extends OpenRun {
  readonly start: RunStart;
  readonly end: FleetEnd;
  readonly interrupts: FleetInterrupts;
}

async function finish(call: RunCall, ended: EndedRun, signal: AbortSignal): Promise<number | CliError> {
  const { notes } = call;
  const { results, start, end, interrupts } = ended;
  if (end.kind === 'never-began') {
    await remove(call, ended);
    return end.error;
  }
  const verdict = await results.finish({ ...start, finishedAt: end.finishedAt, end: end.end });
  if (end.isUnfinished) sayUnfinishedRun(notes, end);
  await remove(call, ended);
  const stoppedBy = interrupts.stoppedBy();
  if (stoppedBy !== undefined) return exitCodeOfInterrupt(stoppedBy);
  if (isInterrupted(signal.reason) && interrupts.leaving.aborted)
    return exitCodeOfInterrupt(signal.reason.signalName);
  return exitCodeOfRun({ ...end, ...verdict, isStrict: call.isStrict });
}

/** The results have been shown, so what cannot be removed is only said. The cluster removes most of it a day later. */
async function remove(call: RunCall, { run, plan }: OpenRun): Promise<void> {
  const { namespaces } = plan.head;
  for (const text of await removeFleet(call, { run, namespaces })) call.notes.warn(text);
}
