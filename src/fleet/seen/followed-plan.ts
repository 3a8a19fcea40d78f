import type { JournalHead, RowLine } from '../../audit/journal/journal-line.ts';
import type { RunItem } from '../../audit/rows/run-item.ts';
import type { FleetLine } from '../lines/fleet-line.ts';

/** An item, and the index of the worker that runs it. */
export interface PlannedItem {
  readonly item: RunItem;
  readonly worker: number;
}

/** What a run does, from the plans of all its workers. */
export interface FollowedPlan {
  /** That of worker 0. */
  readonly head: JournalHead;
  readonly workers: number;
  /** By the name of the debug container, in the order of the plans. */
  readonly items: ReadonlyMap<string, PlannedItem>;
  /** The rows of pods that were skipped. */
  readonly skipped: readonly RowLine[];
}

/** A line of a plan. */
interface PlanLine {
  readonly worker: number;
  readonly line: FleetLine;
}

interface PlanReader {
  readonly take: (line: PlanLine) => void;
  /** undefined until the plans of all workers are complete. */
  readonly result: (workers: number) => FollowedPlan | undefined;
}

/** Puts the plans of all workers together. A line that comes twice counts once. */
export function startPlan(): PlanReader {
  const heads = new Map<number, JournalHead>();
  const items = new Map<string, PlannedItem>();
  const skipped = new Map<string, RowLine>();
  const selected = new Set<number>();
  return {
    take: ({ worker, line }) => {
      if (line.kind === 'run') heads.set(worker, line);
      else if (line.kind === 'item') items.set(line.item.container, { item: line.item, worker });
      else if (line.kind === 'row') skipped.set(keyOf(line), line);
      else if (line.kind === 'selected') selected.add(worker);
    },
    result: (workers) => {
      const head = heads.get(0);
      // A Job of somebody else may have any number of workers.
      const isWhole =
        selected.size >= workers && [...selected].filter((index) => index < workers).length === workers;
      if (head === undefined || !isWhole) return undefined;
      return { head, workers, items, skipped: [...skipped.values()] };
    },
  };
}

function keyOf({ row: { namespace, pod, uid, target } }: RowLine): string {
  return `${namespace}/${pod}/${uid}/${target}`;
}
