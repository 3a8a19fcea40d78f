import type { RowLine } from '../../audit/journal/journal-line.ts';
import { countOutcomes, type RunTotals } from '../../audit/rows/count-outcomes.ts';
import { rowFromJson } from '../../audit/rows/row-json.ts';
import type { RunResults, RunSummary } from '../../audit/rows/run-results.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FileReceiver } from '../files/receive-files.ts';
import type { FleetRun } from '../fleet-run.ts';
import { createLineReader } from '../lines/line-reader.ts';
import type { FollowedPlan, PlannedItem } from '../seen/followed-plan.ts';
import { partList } from './fleet-lists.ts';

/** Passes the rows of a run to the results, each item's once. */
export interface RowTaker {
  /** The rows of pods that were skipped, as a local run shows them first. */
  readonly takeSkipped: () => Promise<void>;
  /** The rows that a ConfigMap has, or completes. */
  readonly take: (configMap: ConfigMap) => Promise<void>;
  /** Lists the ConfigMaps once more, for rows that did not come. */
  readonly takeListed: (cluster: Cluster, run: FleetRun, signal: AbortSignal) => Promise<void>;
  /** A row that the follower makes itself. */
  readonly takeOwn: (row: RunRow) => Promise<void>;
  /** The items without a row. */
  readonly left: () => readonly PlannedItem[];
  readonly skipped: number;
  readonly totals: (end: RunSummary['end']) => RunTotals;
}

interface Taking {
  readonly results: Pick<RunResults, 'accept'>;
  readonly plan: Pick<FollowedPlan, 'items' | 'skipped'>;
  /** Writes the files of `--collect`; undefined for a command. */
  readonly files: Pick<FileReceiver, 'see' | 'complete'> | undefined;
}

/** Makes a taker that has taken nothing. */
export function openRowTaker({ results, plan, files }: Taking): RowTaker {
  const reader = createLineReader();
  const taken = new Set<string>();
  const tally = countOutcomes();
  const show = async (row: RunRow): Promise<void> => {
    await results.accept(row);
    tally.count(row);
  };
  const takeRow = async (line: RowLine): Promise<void> => {
    taken.add(line.id);
    const row = readRow(line);
    await show(files === undefined ? row : files.complete(line.id, row));
  };
  const take = async (configMap: ConfigMap): Promise<void> => {
    for (const { line } of reader.see(configMap)) {
      if ((line.kind !== 'row' && line.kind !== 'file') || taken.has(line.id)) continue;
      if (line.kind === 'file') await files?.see(line);
      else if (isRowOf(plan.items.get(line.id), line)) await takeRow(line);
    }
  };
  return {
    take,
    takeSkipped: async () => {
      for (const line of plan.skipped) await show(readRow(line));
    },
    takeListed: async (cluster, run, signal) => {
      for await (const { items } of listPages<ConfigMap>(cluster, { ...partList(run, ['lines']), signal }))
        for (const each of items) await take(each);
    },
    takeOwn: show,
    left: () => [...plan.items].flatMap(([id, planned]) => (taken.has(id) ? [] : [planned])),
    skipped: plan.skipped.length,
    totals: (end) => tally.result(end),
  };
}

/** Whoever may create ConfigMaps must not make us show a result under the name of another pod. */
function isRowOf(planned: PlannedItem | undefined, { row }: RowLine): boolean {
  if (planned === undefined) return false;
  const { pod, uid } = planned.item;
  return row.namespace === pod.namespace && row.pod === pod.name && row.uid === uid;
}

/** The parser's error names the field, and no value but that of the outcome. */
function readRow({ row }: RowLine): RunRow {
  try {
    return rowFromJson(row);
  } catch (cause) {
    throw new CliError('journal-failed', `a result of the audit cannot be read: ${errorText(cause)}`, {
      hint: 'follow it with the version of kubectl-debug that its workers have',
      cause,
    });
  }
}
