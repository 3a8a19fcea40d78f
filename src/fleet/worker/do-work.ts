import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { numberText, countText } from '../../audit/results/text/count-text.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { tellCounts } from '../counts/patch-counts.ts';
import { makePatientCluster } from '../patient-cluster.ts';
import { NO_COUNTS, type WorkerCounts } from '../worker-counts.ts';
import { prepareWork, type PreparedWork } from './prepare-work.ts';
import type { Work } from './read-work.ts';
import { runShare } from './run-share.ts';
import type { Workplace } from './workplace.ts';

/**
 * Does the work of one worker, or what another one has left of it. Returns once all of it is done, or the run has stopped, and the
 * cluster knows that. Throws the reason of the signal as soon as what is known by then is in the cluster; the commands in the pods
 * go on, and the next worker finds them. Throws a `CliError` if it cannot work, which it tells in its counts.
 */
export async function doWork(place: Workplace, signal: AbortSignal): Promise<void> {
  const { io, run, worker, notes } = place;
  const cluster = makePatientCluster(io, place.cluster);
  let counts = NO_COUNTS;
  try {
    const heard = await tellCounts(cluster, { run, told: undefined }, signal);
    counts = heard.workers.get(worker) ?? NO_COUNTS;
    if (counts.end !== undefined) {
      notes.note(`${describe(place)} has ended before: ${counts.end}`);
      return;
    }
    const prepared = await prepareWork({ io, cluster, run, worker, wish: heard.wish }, signal);
    counts = withoutUnwritten(counts, prepared.work);
    notes.note(startText(place, prepared));
    await runShare(place, { prepared, heard, counts }, signal);
  } catch (error) {
    const explained = isApiError(error)
      ? explainApiError(error, { action: `work on ${describe(place)}` })
      : error;
    // Not of a worker that another one has replaced, or that is told to go.
    if (isCliError(explained) && explained.kind !== 'conflict')
      await tellTrouble({ ...place, cluster }, counts, `${explained.message} [${explained.kind}]`);
    throw explained;
  }
}

/** A worker that was killed has told of runs whose rows it had not written. They are looked at again, and count then. */
function withoutUnwritten(
  { tries, failures, ...counts }: WorkerCounts,
  written: Pick<Work, 'rows' | 'failures'>,
): WorkerCounts {
  return {
    ...counts,
    tries: Math.min(tries, written.rows),
    failures: Math.min(failures, written.failures),
  };
}

/** Whoever follows the run sees the trouble. If that cannot be told either, the log of the pod has it. */
async function tellTrouble(
  { cluster, run, worker }: Workplace,
  counts: WorkerCounts,
  trouble: string,
): Promise<void> {
  const told = { worker, counts: { ...counts, running: 0, trouble } };
  await tellCounts(cluster, { run, told }).catch(() => undefined);
}

function describe({ worker, run }: Workplace): string {
  return `worker ${worker} of audit ${run.runId}`;
}

/** `worker 0 of 4 of audit …: 2,500 runs, 1,200 of them done before; at most 12.5 requests a second`. */
function startText(
  { worker, run }: Workplace,
  { work: { share, rows, items, unknown } }: PreparedWork,
): string {
  const total = rows + items.length + unknown.length;
  const before = rows === 0 ? '' : `, ${numberText(rows)} of them done before`;
  const pace = `at most ${numberText(share.pace.perSecond)} requests a second`;
  return `worker ${worker} of ${share.workers} of audit ${run.runId}: ${countText(total, 'run')}${before}; ${pace}`;
}
