import { hasBegun, readInterruptedRun, type InterruptedRun } from '../../audit/journal/interrupted-run.ts';
import type { RowLine } from '../../audit/journal/journal-line.ts';
import type { ReadLine } from '../../audit/journal/read-journal.ts';
import { isRunOutcome } from '../../audit/rows/run-row.ts';
import { isFailure } from '../../audit/schedule/schedule.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { OwnerReference } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { ShareLine } from '../lines/fleet-line.ts';
import { createLineReader, type FoundLine } from '../lines/line-reader.ts';
import { readLinesConfigMap } from '../lines/lines-config-map.ts';

/** What a worker has to do, and what it or its predecessor has done. */
export interface Work extends Omit<InterruptedRun, 'rows'> {
  readonly share: ShareLine;
  /** How many items have a row. */
  readonly rows: number;
  /** Those of the rows that count for `--max-failures`. */
  readonly failures: number;
  /** Those of the plan: the Job, with which the cluster deletes the lines as well. */
  readonly owners: readonly OwnerReference[];
  /** The number of the next ConfigMap with lines. */
  readonly sequence: number;
}

/** Takes the ConfigMaps of a worker, with its plan and its lines. */
export interface WorkReader {
  readonly see: (configMap: ConfigMap) => void;
  /** Throws `not-found` if there is no whole plan. */
  readonly result: () => Work;
}

/** Reads what a worker has to do. Of the rows it keeps only whose they are: outputs would fill the memory. */
export function readWork({ runId, namespace }: FleetRun, worker: number): WorkReader {
  const reader = createLineReader();
  // The API server lists the lines of a worker before its plan, as their names sort before those of the plan.
  const lines = { plan: [] as ReadLine[], lines: [] as ReadLine[] };
  const done = new Set<string>();
  const failed = new Set<string>();
  let share: ShareLine | undefined;
  let owners: readonly OwnerReference[] = [];
  let sequence = 0;
  return {
    see: (configMap) => {
      const place = readLinesConfigMap(configMap);
      if (place?.part === 'lines') sequence = Math.max(sequence, place.sequence + 1);
      if (place?.part === 'plan') owners = configMap.metadata.ownerReferences ?? [];
      for (const found of reader.see(configMap)) take(found);
    },
    result: () => {
      if (share === undefined || !hasBegun(lines.plan))
        throw new CliError(
          'not-found',
          `there is no plan for worker ${worker} of audit ${runId} in namespace ${namespace}`,
          { hint: 'start an audit with kubectl-debug audit --in-cluster' },
        );
      const work = readInterruptedRun([...lines.plan, ...lines.lines], { rerunsUnknown: false });
      return { ...work, share, rows: done.size, failures: failed.size, owners, sequence };
    },
  };
  function take({ line, part }: FoundLine): void {
    if (line.kind === 'share') share = line;
    else if (line.kind === 'row') takeRow(line);
    else if (line.kind !== 'claim' && line.kind !== 'warning') lines[part].push(line);
  }
  function takeRow({ id, row: { outcome } }: RowLine): void {
    if (id === '') return; // of a pod that was skipped
    done.add(id);
    if (isRunOutcome(outcome) && isFailure(outcome)) failed.add(id);
    lines.lines.push({ kind: 'row', id, read: notKept });
  }
}

function notKept(): never {
  throw new Error('the rows of a worker are not kept');
}
