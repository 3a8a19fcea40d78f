import { isCliError, type CliError } from '../errors/cli-error.ts';
import { collectInPod } from './collect-in-pod.ts';
import { followPod } from './follow-pod.ts';
import { runInCopy, runInFoundCopy } from './run-in-copy.ts';
import { runInPod } from './run-in-pod.ts';
import type { AuditContext } from './run/audit-context.ts';
import { rowOfVanished, type Run } from './run/one-run.ts';
import { removeCopy } from './run/remove-copies.ts';
import { isWorthACopy } from './run/run-copy.ts';
import type { RunItem } from './rows/run-item.ts';
import type { RunRow } from './rows/run-row.ts';
import type { ScheduledEnd } from './schedule/schedule.ts';

/** The row of a run, and what is left to do after the journal has it. */
export interface FinishedRun {
  readonly row: RunRow;
  /** For the schedule. */
  readonly end: ScheduledEnd;
  readonly cleanUp: () => Promise<void>;
  /** Frees the memory of the output. Call it once the row is shown. */
  readonly release: () => void;
}

/**
 * Runs the command of one item and returns its row. A failure in one pod becomes a row; only a bug of ours is thrown.
 */
export async function runPod(context: AuditContext, item: RunItem): Promise<FinishedRun> {
  const run: Run = {
    context,
    item,
    container: item.container,
    envelope: undefined,
    stage: 'planning',
    facts: {},
    copy: undefined,
    lease: undefined,
  };
  const row = await runSomewhere(run);
  const end = run.stage === 'planning' && row.outcome === 'refused' ? 'untried' : row.outcome;
  return { row, end, cleanUp: () => removeCopy(context, run), release: () => run.lease?.release() };
}

/** Runs in the copy that an earlier call left, in the pod itself, or in a new copy, in that order. */
async function runSomewhere(run: Run): Promise<RunRow> {
  const { context, item } = run;
  if (context.maybeCopied.has(item.container)) {
    const row = await runInFoundCopy(run);
    if (row !== undefined) return row;
  }
  const pod = context.watch.find(item.uid);
  if (pod === undefined) return rowOfVanished(run, 'the pod was deleted before its turn came');
  const refusals: CliError[] = [];
  const row = await followPod(run, pod, async (watch) => {
    try {
      const { collect } = context.settings;
      return await (collect === undefined
        ? runInPod(run, pod, watch)
        : collectInPod(run, { pod, collect }, watch));
    } catch (error) {
      if (!mayCopy(run, error)) throw error;
      refusals.push(error);
      return undefined;
    }
  });
  const [refusal] = refusals;
  return row ?? (await runInCopy(run, pod, refusal?.message ?? ''));
}

function mayCopy({ context, stage }: Run, error: unknown): error is CliError {
  const isRefusal = stage === 'planning' || stage === 'adding';
  return context.settings.copies && isRefusal && isCliError(error) && isWorthACopy(error);
}
