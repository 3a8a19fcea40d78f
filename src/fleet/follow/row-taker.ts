import type { RowLine } from '../../audit/journal/journal-line.ts';
import { countOutcomes, type RunTotals } from '../../audit/rows/count-outcomes.ts';
import { rowFromJson } from '../../audit/rows/row-json.ts';
import type { RunResults, RunSummary } from '../../audit/rows/run-results.ts';
import { isFinal } from '../../audit/rows/is-final.ts';
import type { RunRow } from '../../audit/rows/run-row.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { CliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FileReceiver } from '../files/receive-files.ts';
import type { FleetRun } from '../fleet-run.ts';
import { createLineReader } from '../lines/line-reader.ts';
import type { PodRef } from '../../pod/types.ts';
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
  readonly totals: (end: RunSummary['end']) => FleetTotals;
}

/** The totals of a run, and which pods were not audited. */
export interface FleetTotals extends RunTotals {
  /** Each once; only the first `MOST_NAMED`, and one more if there are more. */
  readonly unfinished: readonly PodRef[];
}

/** So many pods are named on one line. */
export const MOST_NAMED = 5;
/** So many different warnings of the workers are passed on. */
const MOST_WARNINGS = 100;

interface Taking {
  readonly results: Pick<RunResults, 'accept'>;
  readonly plan: Pick<FollowedPlan, 'items' | 'skipped'>;
  /** Writes the files of `--collect`; undefined for a command. */
  readonly files: Pick<FileReceiver, 'see' | 'complete'> | undefined;
  /** Is told each warning of the workers once. */
  readonly warn: (text: string) => void;
}

/** Makes a taker that has taken nothing. */
export function openRowTaker({ results, plan, files, warn }: Taking): RowTaker {
  const reader = createLineReader();
  const taken = new Set<string>();
  const tally = countOutcomes();
  const unfinished = new Map<string, PodRef>();
  const warnings = new Set<string>();
  const show = async (row: RunRow): Promise<void> => {
    await results.accept(row);
    tally.count(row);
    const ref = { namespace: row.namespace, name: row.pod };
    if (!isFinal(row.outcome) && unfinished.size <= MOST_NAMED)
      unfinished.set(`${row.namespace}/${row.pod}`, ref);
  };
  const takeWarning = (text: string): void => {
    if (warnings.has(text) || warnings.size === MOST_WARNINGS) return;
    warnings.add(text);
    warn(text);
  };
  const takeRow = async (line: RowLine): Promise<void> => {
    taken.add(line.id);
    const row = readRow(line);
    await show(files === undefined ? row : files.complete(line.id, row));
  };
  const take = async (configMap: ConfigMap): Promise<void> => {
    for (const { line } of reader.see(configMap)) {
      if (line.kind === 'warning') takeWarning(line.text);
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
    totals: (end) => ({ ...tally.result(end), unfinished: [...unfinished.values()] }),
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
      hint: 'follow it with the version that its workers have',
      cause,
    });
  }
}
