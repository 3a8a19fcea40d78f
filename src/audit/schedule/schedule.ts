import type { AuditSettings, FailureBudget } from '../rows/audit-settings.ts';
import type { RunItem } from '../rows/run-item.ts';
import type { RunOutcome } from '../rows/run-row.ts';
import type { RunSummary } from '../rows/run-results.ts';

/** Why nothing more is started. */
export type StopReason = Exclude<RunSummary['end'], 'complete'>;

/** How an item ended; `untried`: the pod as it is known cannot take a debug container, so that nothing was asked of it. */
export type ScheduledEnd = RunOutcome | 'untried';

/** Decides what is started when. It does nothing itself and waits for nothing. */
export interface Schedule {
  /** The next item to start now; undefined while all that is left has to wait, or nothing is left. */
  readonly next: () => RunItem | undefined;
  /** The container of an item that is under way has started, which is the work for its node. */
  readonly started: (item: RunItem) => void;
  /** The command of an item is known to run, or to have run. */
  readonly ran: (item: RunItem) => void;
  readonly finished: (item: RunItem, end: ScheduledEnd) => void;
  /** Nothing more is started; the first reason counts. */
  readonly stop: (reason: StopReason) => void;
  readonly stopped: () => StopReason | undefined;
  /** Whether all else waits for the canary. */
  readonly isCanaryPending: () => boolean;
  readonly running: () => number;
  /** What was never started. */
  readonly left: () => readonly RunItem[];
}

/** What limits a schedule. */
export type Limits = Pick<AuditSettings, 'concurrency' | 'maxPerNode' | 'perNode' | 'canary' | 'maxFailures'>;

/** On a node that may still have to pull the image. */
const COLD_PER_NODE = 2;
/** A percentage of fewer says nothing. */
const LEAST_TRIES = 20;
/** Canaries in a row that could not even be added, or whose pods went away. */
const MAX_LOST_CANARIES = 5;

/** Failures of ours, which more of the same would only repeat; a pod that goes away is none. */
const OUR_FAILURES: readonly RunOutcome[] = [
  'not-started',
  'refused',
  'error',
  'incomplete',
  'unproven',
  'timeout',
  'timeout-still-running',
];
/** What scars nothing, so that the next pod may serve as canary. */
const HARMLESS: readonly RunOutcome[] = ['refused', 'vanished', 'unknown'];

interface Node {
  readonly queue: { readonly order: number; readonly item: RunItem }[];
  running: number;
  isWarm: boolean;
}

/** Makes the schedule of these items, which start in their order as far as their nodes have room. */
export function makeSchedule(items: readonly RunItem[], limits: Limits): Schedule {
  const nodes = queueOnNodes(items, limits.maxPerNode);
  const started = new Set<string>();
  const ran = new Set<string>();
  const canary = startCanary(limits.canary);
  const budget = startBudget(limits.maxFailures);
  let running = 0;
  let reason: StopReason | undefined;
  const stop = (why: StopReason): void => {
    reason ??= why;
  };
  return {
    next: () => {
      if (reason !== undefined || running >= canary.room(limits.concurrency)) return undefined;
      const item = nodes.take();
      if (item !== undefined) running += 1;
      return item;
    },
    started: (item) => {
      if (started.has(item.container)) return;
      started.add(item.container);
      nodes.warm(item);
      if (limits.perNode === 'starting') nodes.leave(item);
    },
    ran: (item) => {
      if (ran.has(item.container)) return;
      ran.add(item.container);
      canary.started();
    },
    finished: (item, end) => {
      nodes.leave(item);
      running -= 1;
      if (end === 'untried') return;
      started.delete(item.container);
      if (!ran.delete(item.container) && canary.failed(end)) stop('canary');
      if (budget.isSpentBy(end)) stop('failures');
    },
    stop,
    stopped: () => reason,
    isCanaryPending: () => canary.room(Infinity) < Infinity,
    running: () => running,
    left: nodes.left,
  };
}

interface NodeQueues {
  /** The first item whose node has room, which takes a place there. */
  readonly take: () => RunItem | undefined;
  /** The image of the item is on its node now. */
  readonly warm: (item: RunItem) => void;
  /** Gives up the place of an item, once. */
  readonly leave: (item: RunItem) => void;
  readonly left: () => readonly RunItem[];
}

function queueOnNodes(items: readonly RunItem[], maxPerNode: number): NodeQueues {
  const nodes = queueByNode(items);
  const placed = new Set<string>();
  const hasRoom = ({ queue, running, isWarm }: Node): boolean =>
    queue.length > 0 && running < (isWarm ? maxPerNode : Math.min(COLD_PER_NODE, maxPerNode));
  return {
    take: () => {
      const node = firstOf([...nodes.values()].filter(hasRoom));
      const item = node?.queue.shift()?.item;
      if (node === undefined || item === undefined) return undefined;
      node.running += 1;
      placed.add(item.container);
      return item;
    },
    warm: (item) => {
      const node = nodes.get(item.node);
      if (node !== undefined) node.isWarm = true;
    },
    leave: (item) => {
      const node = nodes.get(item.node);
      if (placed.delete(item.container) && node !== undefined) node.running -= 1;
    },
    left: () =>
      [...nodes.values()]
        .flatMap(({ queue }) => queue)
        .toSorted((a, b) => a.order - b.order)
        .map(({ item }) => item),
  };
}

function queueByNode(items: readonly RunItem[]): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  items.forEach((item, order) => {
    const node = nodes.get(item.node) ?? { queue: [], running: 0, isWarm: false };
    nodes.set(item.node, node);
    node.queue.push({ order, item });
  });
  return nodes;
}

function firstOf(nodes: readonly Node[]): Node | undefined {
  const orderOf = ({ queue }: Node): number => queue[0]?.order ?? Infinity;
  return nodes.reduce<Node | undefined>(
    (first, node) => (first === undefined || orderOf(node) < orderOf(first) ? node : first),
    undefined,
  );
}

interface Canary {
  /** How many may be under way. */
  readonly room: (concurrency: number) => number;
  readonly started: () => void;
  /** Takes the end of an item that never started; whether that is the end of the run. */
  readonly failed: (outcome: RunOutcome) => boolean;
}

function startCanary(count: number): Canary {
  let missing = count;
  let lost = 0;
  return {
    room: (concurrency) => (missing > 0 ? Math.min(missing, concurrency) : concurrency),
    started: () => {
      missing -= 1;
      lost = 0;
    },
    failed: (outcome) => {
      if (missing <= 0) return false;
      if (!HARMLESS.includes(outcome)) return true;
      lost += 1;
      return lost >= MAX_LOST_CANARIES;
    },
  };
}

function startBudget(budget: FailureBudget): { readonly isSpentBy: (outcome: RunOutcome) => boolean } {
  let tries = 0;
  let failures = 0;
  return {
    isSpentBy: (outcome) => {
      tries += 1;
      if (OUR_FAILURES.includes(outcome)) failures += 1;
      if (budget.kind === 'count') return failures > budget.count;
      return tries >= LEAST_TRIES && failures * 100 > budget.percent * tries;
    },
  };
}
