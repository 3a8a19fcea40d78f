import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import type { RunItem } from '../../audit/rows/run-item.ts';
import type { WorkerShare } from '../worker-share.ts';
import { placeItems, type Placed } from './place-items.ts';

/** What one run sends to a server at most; see `paceCluster`. */
const PACE = { perSecond: 50, burst: 100 };
/** How many containers a node that may lack the image starts at the same time. */
const COLD_PER_NODE = 2;

/** How the work is to be divided. */
export interface Division {
  /** How many workers the user asked for. */
  readonly workers: number;
  readonly settings: AuditSettings;
}

/**
 * How many workers can work at the same time: there is no more room than `--concurrency` allows, than `--max-per-node` allows
 * on all nodes, and than there are pods. At least 1.
 */
function usefulWorkers(items: readonly RunItem[], { workers, settings }: Division): number {
  const nodes = new Map<string, Set<string>>();
  for (const { node, uid } of items) nodes.set(node, (nodes.get(node) ?? new Set()).add(uid));
  const places = [...nodes.values()].map((uids) => Math.min(uids.size, settings.maxPerNode));
  const room = places.reduce((sum, count) => sum + count, 0);
  return Math.max(1, Math.min(workers, settings.concurrency, room));
}

/**
 * Divides an audit. All items of a node go to one worker, so that it alone keeps `--max-per-node` there; with more workers
 * than nodes, several workers share a node and its limit. Together they keep the limits of one run. Makes fewer shares where
 * more workers would have nothing to do.
 */
export function shareOut(items: readonly RunItem[], division: Division): readonly WorkerShare[] {
  const { settings } = division;
  const workers = usefulWorkers(items, division);
  const placed = placeItems(items, { workers, maxPerNode: settings.maxPerNode });
  const room = divide(
    settings.concurrency,
    placed.map((share) => share.items.length),
  );
  return placed.map((share, worker) => ({
    worker,
    workers,
    items: share.items,
    settings: settingsOf(settings, share, {
      concurrency: room[worker] ?? 1,
      part: items.length === 0 ? 1 : share.items.length / items.length,
    }),
    pace: { perSecond: PACE.perSecond / workers, burst: PACE.burst / workers },
    coldPerNode: Math.max(1, Math.floor(COLD_PER_NODE / share.sharers)),
  }));
}

function settingsOf(
  { collect, ...settings }: AuditSettings,
  { maxPerNode }: Placed,
  { concurrency, part }: { readonly concurrency: number; readonly part: number },
): AuditSettings {
  return {
    ...settings,
    concurrency,
    maxPerNode,
    ...(collect && { collect: { ...collect, maxTotal: Math.floor(collect.maxTotal * part) } }),
  };
}

/**
 * Divides `total` into a part for each want: at least 1, in equal parts, but nobody gets more than they want while others want
 * more. The parts add up to `total` at most, if that is at least the number of wants.
 */
function divide(total: number, wants: readonly number[]): readonly number[] {
  const parts = wants.map(() => 1);
  let left = total - parts.length;
  for (let before = -1; left > 0 && left !== before;) {
    before = left;
    wants.forEach((want, index) => {
      const part = parts[index] ?? want;
      if (left === 0 || part >= want) return;
      parts[index] = part + 1;
      left -= 1;
    });
  }
  return parts;
}
