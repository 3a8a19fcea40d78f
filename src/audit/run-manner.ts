import type { Io } from '../io.ts';
import type { Journal } from './journal/journal.ts';
import { isFinal } from './rows/is-final.ts';
import { rowToJson } from './rows/row-json.ts';
import { rowNotRun, WHY_NOT_RUN } from './rows/row-not-run.ts';
import type { RunItem } from './rows/run-item.ts';
import type { RunRow } from './rows/run-row.ts';
import type { AuditContext } from './run/audit-context.ts';
import { runPatiently } from './run-patiently.ts';
import { runPod, type FinishedRun } from './run-pod.ts';
import { makeGate, PACE, type Gate } from './schedule/paced-cluster.ts';
import type { Limits, Schedule } from './schedule/schedule.ts';

/** A run that has ended. */
export interface EndedItem {
  readonly item: RunItem;
  readonly finished: FinishedRun;
}

/** A schedule, as the other parts of the audit see it. */
export type JoinedSchedule = Pick<Schedule, 'hear' | 'counts'>;

/** What differs between an audit in one place and one whose parts run in many places. */
export interface RunManner {
  /** For all requests of the runs. */
  readonly gate: Gate;
  readonly limits: Pick<Limits, 'coldPerNode' | 'before' | 'others'>;
  /** Whether a user can go on with `--resume`. */
  readonly canResume: boolean;
  readonly run: (context: AuditContext, item: RunItem) => Promise<FinishedRun>;
  /** Notes the row in the journal and cleans up after the run. Throws `journal-failed`. */
  readonly keep: (ended: EndedItem) => Promise<void>;
  /** Called once, before the first item starts. To hear of the others may start items. */
  readonly join: (schedule: JoinedSchedule) => void;
  /** The rows of what was not run. */
  readonly rowsNotRun: (schedule: Pick<Schedule, 'left' | 'stopped'>) => readonly RunRow[];
}

/** An audit in one place. What did not end well can be tried again with `--resume`. */
export function runsAlone({ io, journal }: { readonly io: Io; readonly journal: Journal }): RunManner {
  return {
    gate: makeGate(io, PACE),
    limits: {},
    canResume: true,
    run: runPod,
    keep: async (ended) => {
      try {
        // The journal first, so that a row that was shown is never run again.
        if (isFinal(ended.finished.row.outcome)) await note(journal, ended);
      } finally {
        // Also if the journal fails, which ends the audit.
        await ended.finished.cleanUp();
      }
    },
    join: () => undefined,
    rowsNotRun,
  };
}

/**
 * An audit whose other parts run elsewhere, and which nobody resumes by hand: an item is tried again while the cluster does not
 * answer, and every row is final. The others show what was not run.
 */
export function runsAmongOthers(
  journal: Journal,
  shared: Pick<RunManner, 'gate' | 'limits' | 'join'>,
): RunManner {
  return {
    ...shared,
    canResume: false,
    run: runPatiently,
    keep: async (ended) => {
      await note(journal, ended);
      // Only if the journal has the row: else another worker has taken over, and the copy is its own.
      await ended.finished.cleanUp();
    },
    rowsNotRun: () => [],
  };
}

function note(journal: Journal, { item, finished }: EndedItem): Promise<void> {
  return journal.note({ kind: 'row', id: item.container, row: rowToJson(finished.row) });
}

function rowsNotRun(schedule: Pick<Schedule, 'left' | 'stopped'>): readonly RunRow[] {
  const message = WHY_NOT_RUN[schedule.stopped() ?? 'interrupted'];
  return schedule.left().map((item) => rowNotRun(item, message));
}
