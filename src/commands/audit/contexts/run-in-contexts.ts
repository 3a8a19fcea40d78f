import { setMaxListeners } from 'node:events';
import { journalOfContext } from '../../../audit/journal/journal-of-context.ts';
import type { Journal } from '../../../audit/journal/journal.ts';
import {
  makeMachineLimits,
  runAudit,
  type AuditControl,
  type AuditRun,
  type MachineLimits,
} from '../../../audit/run-audit.ts';
import { countOutcomes, type RunTotals } from '../../../audit/rows/count-outcomes.ts';
import type { RunResults } from '../../../audit/rows/run-results.ts';
import type { RunRow } from '../../../audit/rows/run-row.ts';
import type { OpenContext, UsedContext } from '../../shared/contexts/with-contexts.ts';
import { WHY_STOPPED } from '../say-unfinished.ts';
import { runWithResults, type ReadyAudit } from '../show/run-with-results.ts';
import { shareResults, type SharedResults } from './context-rows.ts';
import type { AuditInContexts } from './contexts-call.ts';
import { mergeTotals } from './merge-totals.ts';

/** What to run in a context: nothing if it cannot be used. */
export type ContextRun = RunOfContext | RowsOfContext;

interface RunOfContext {
  readonly kind: 'run';
  readonly context: OpenContext;
  readonly run: AuditRun;
  /** The rows that are known already. */
  readonly knownRows: readonly (() => RunRow)[];
}

interface RowsOfContext {
  readonly kind: 'rows';
  readonly context: UsedContext;
  readonly knownRows: readonly (() => RunRow)[];
}

/** An audit of several clusters that is ready to begin. */
export interface PreparedContexts extends Omit<ReadyAudit, 'rows'> {
  readonly runs: readonly ContextRun[];
}

/**
 * Runs an audit in all contexts at the same time. Each has limits, a canary and failures of its own, as if it were audited
 * alone; results, journal and the limits of this machine are shared. Returns the exit code.
 */
export async function runInContexts(
  call: AuditInContexts,
  prepared: PreparedContexts,
  signal: AbortSignal,
): Promise<number> {
  return runWithResults(
    call,
    {
      audit: { ...prepared, rows: rowsOf(prepared) },
      run: async (control) => mergeTotals(await runAll(call, prepared, control)),
    },
    signal,
  );
}

function rowsOf({ runs }: PreparedContexts): number {
  const sizes = runs.map((each) => each.knownRows.length + (each.kind === 'run' ? each.run.items.length : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

interface Shared extends AuditControl {
  readonly journal: Journal;
  readonly results: SharedResults;
  readonly machine: MachineLimits;
}

/** The first run that throws, because of the journal or the output, stops the others. */
async function runAll(
  call: AuditInContexts,
  { head, journal, results, runs }: PreparedContexts,
  { stopping, ending, shell }: AuditControl,
): Promise<readonly RunTotals[]> {
  const failing = new AbortController();
  const orFailing = (signal: AbortSignal): AbortSignal => {
    const either = AbortSignal.any([signal, failing.signal]);
    // Any number of runs may wait at the same time.
    setMaxListeners(0, either);
    return either;
  };
  const shared: Shared = {
    journal,
    results: shareResults(results),
    machine: makeMachineLimits(head.settings),
    stopping: orFailing(stopping),
    ending: orFailing(ending),
    shell,
  };
  const ended = await Promise.allSettled(
    runs.map(async (run) => {
      try {
        return await runOne(call, run, shared);
      } catch (error) {
        failing.abort(error);
        throw error;
      }
    }),
  );
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failing.signal.reason;
  return ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

async function runOne(call: AuditInContexts, one: ContextRun, shared: Shared): Promise<RunTotals> {
  const { context, knownRows } = one;
  const results = shared.results.of(context);
  if (one.kind === 'rows') return showRows(results, knownRows);
  const { name, io, cluster } = one.context;
  const { notes } = call;
  const totals = await runAudit(
    {
      ...shared,
      io,
      cluster,
      journal: journalOfContext(shared.journal, name),
      results,
      warn: (text) => notes.warn(`${name}: ${text}`),
    },
    one.run,
    knownRows,
  );
  if (totals.end === 'canary' || totals.end === 'failures') notes.warn(`${name}: ${WHY_STOPPED[totals.end]}`);
  return totals;
}

async function showRows(results: RunResults, rows: readonly (() => RunRow)[]): Promise<RunTotals> {
  const tally = countOutcomes();
  for (const read of rows) {
    const row = read();
    await results.accept(row);
    tally.count(row);
  }
  return tally.result('complete');
}
