import type { RunItem } from '../../audit/rows/run-item.ts';

/** The items of one worker. */
export interface Placed {
  readonly items: readonly RunItem[];
  /** How many of them may run at the same time on one node. */
  readonly maxPerNode: number;
  /** How many workers have items of the same node as this one; 1 if it has its nodes for itself. */
  readonly sharers: number;
}

/** `workers` is no more than the nodes have room for. */
interface Places {
  readonly workers: number;
  readonly maxPerNode: number;
}

/** The items of one pod stay together. */
type PodItems = readonly RunItem[];

/** Divides items among workers, by node: each worker gets whole nodes, or with fewer nodes than workers a part of one. */
export function placeItems(items: readonly RunItem[], places: Places): readonly Placed[] {
  const nodes = [...groupBy(items, ({ node }) => node).values()].map((onNode) => [
    ...groupBy(onNode, ({ uid }) => uid).values(),
  ]);
  const order = new Map(items.map((item, index) => [item, index]));
  const placed =
    places.workers > Math.max(1, nodes.length) ? divideNodes(nodes, places) : giveNodes(nodes, places);
  return placed.map((share) => ({
    ...share,
    items: share.items.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
  }));
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? [];
    group.push(one);
    groups.set(keyOf(one), group);
  }
  return groups;
}

/** Whole nodes, the largest first, each for the worker that has the least. */
function giveNodes(
  nodes: readonly (readonly PodItems[])[],
  { workers, maxPerNode }: Places,
): readonly Placed[] {
  const loads = Array.from({ length: workers }, (): RunItem[] => []);
  const largestFirst = nodes.map((pods) => pods.flat()).toSorted((a, b) => b.length - a.length);
  for (const node of largestFirst) lightest(loads)?.push(...node);
  return loads.map((items) => ({ items, maxPerNode, sharers: 1 }));
}

function lightest(loads: readonly RunItem[][]): RunItem[] | undefined {
  return loads.reduce<RunItem[] | undefined>(
    (least, load) => (least === undefined || load.length < least.length ? load : least),
    undefined,
  );
}

/** Parts of nodes: one worker for each node, and the others where a worker has most to do. */
function divideNodes(
  nodes: readonly (readonly PodItems[])[],
  { workers, maxPerNode }: Places,
): readonly Placed[] {
  const sharers = nodes.map(() => 1);
  const loadOf = (index: number): number => {
    const [pods = [], count = 1] = [nodes[index], sharers[index]];
    return count >= Math.min(pods.length, maxPerNode) ? 0 : pods.flat().length / count;
  };
  for (let spare = workers - nodes.length; spare > 0; spare -= 1) {
    const busiest = nodes.reduce((best, _, index) => (loadOf(index) > loadOf(best) ? index : best), 0);
    sharers[busiest] = (sharers[busiest] ?? 1) + 1;
  }
  return nodes.flatMap((pods, index) => divideNode(pods, { workers: sharers[index] ?? 1, maxPerNode }));
}

function divideNode(pods: readonly PodItems[], { workers, maxPerNode }: Places): readonly Placed[] {
  return Array.from({ length: workers }, (_, index) => ({
    items: pods.filter((_pod, place) => place % workers === index).flat(),
    maxPerNode: Math.floor(maxPerNode / workers) + (index < maxPerNode % workers ? 1 : 0),
    sharers: workers,
  }));
}
