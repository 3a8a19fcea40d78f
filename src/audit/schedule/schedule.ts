import type { AuditSettings } from '../rows/audit-settings.ts';
import type { RunItem } from '../rows/run-item.ts';
import { makeOrdered } from './ordered.ts';
import type { RunOutcome } from '../rows/run-row.ts';
import type { RunSummary } from '../rows/run-results.ts';

/** Why a schedule starts nothing more. */
export type StopReason = Exclude<RunSummary['end'], 'complete'>;

/** How an item ended. `untried`: we refused the pod before any request, so it says nothing about the others. */
export type ScheduledEnd = RunOutcome | 'untried';

/** Decides which item starts when. It starts nothing itself and never waits. */
export interface Schedule {
  /** The next item to start now; undefined if the rest has to wait, or nothing is left. */
  readonly next: () => RunItem | undefined;
  /** Call when the container of an item has started: the node has the image, and may start another one. */
  readonly started: (item: RunItem) => void;
  /** Call when the command of an item is known to run, or to have run. */
  readonly ran: (item: RunItem) => void;
  readonly finished: (item: RunItem, end: ScheduledEnd) => void;
  /** Starts nothing more. The first reason counts. */
  readonly stop: (reason: StopReason) => void;
  readonly stopped: () => StopReason | undefined;
  /** Whether the other items wait for the canary. */
  readonly isCanaryPending: () => boolean;
  readonly running: () => number;
  /** Whether nothing runs, and nothing will be started any more. */
  readonly isOver: () => boolean;
  /** The items that were not started. */
  readonly left: () => readonly RunItem[];
  /** What `--canary` and `--max-failures` count. */
  readonly counts: () => LimitCounts;
  /** Takes what other schedules of the same audit have counted. What they may start changes with it. */
  readonly hear: (others: OtherSchedules) => void;
}

/** What the limits of an audit count, which all of its schedules share. */
export interface LimitCounts {
  /** For `--max-failures`: what was tried, and how much of that could not be audited. */
  readonly tries: number;
  readonly failures: number;
  /** For `--canary`: commands that are known to have run. */
  readonly ran: number;
}

/** The other schedules of the same audit, all together. */
export interface OtherSchedules extends LimitCounts {
  /** Whether the canaries are of this schedule: those of an audit run in one place. */
  readonly leavesCanaries: boolean;
  /** Why one of them has stopped, which stops this one as well. */
  readonly stopped: StopReason | undefined;
}

export interface Limits extends Pick<
  AuditSettings,
  'concurrency' | 'maxPerNode' | 'perNode' | 'canary' | 'maxFailures'
> {
  /** How many containers a node starts at the same time that may still have to pull the image. */
  readonly coldPerNode?: number;
  /** What this schedule had counted before it was interrupted. */
  readonly before?: LimitCounts;
  /** Set if there are others, which `hear` tells of. */
  readonly others?: OtherSchedules;
}

/** For one schedule that has the node for itself. */
export const COLD_PER_NODE = 2;
const NOTHING: LimitCounts = { tries: 0, failures: 0, ran: 0 };
const ALONE: OtherSchedules = { ...NOTHING, leavesCanaries: true, stopped: undefined };
/** A percentage of fewer pods says nothing. */
const MIN_TRIES = 20;
/** How many canaries in a row may end harmlessly. */
const MAX_LOST_CANARIES = 5;

/** Failures that other pods would probably repeat; that a pod goes away is none. */
const FAILURES: readonly RunOutcome[] = [
  'not-started',
  'refused',
  'error',
  'incomplete',
  'unproven',
  'timeout',
  'timeout-still-running',
];
/** Outcomes that leave no debug container behind, so that the next pod can be the canary. */
const HARMLESS: readonly RunOutcome[] = ['refused', 'vanished', 'unknown'];

interface Node {
  readonly queue: { readonly order: number; readonly item: RunItem }[];
  running: number;
  isWarm: boolean;
}

/** Makes a schedule that starts items in their order, as far as their nodes have room. */
export function makeSchedule(items: readonly RunItem[], limits: Limits): Schedule {
  const nodes = queueOnNodes(items, limits);
  const started = new Set<string>();
  const ran = new Set<string>();
  let { others = ALONE } = limits;
  const canary = startCanary(limits, () => others);
  const budget = startBudget(limits, () => others);
  let running = 0;
  let reason: StopReason | undefined;
  const stop = (why: StopReason | undefined): void => void (reason ??= why);
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
      stop(budget.take(end));
    },
    stop,
    stopped: () => reason,
    isCanaryPending: canary.isPending,
    running: () => running,
    isOver: () => running === 0 && (reason !== undefined || nodes.isEmpty()),
    left: nodes.left,
    counts: () => ({ ...budget.counts(), ran: canary.ran() }),
    hear: (heard) => {
      others = heard;
      stop(heard.stopped ?? budget.look());
    },
  };
}

interface NodeQueues {
  /** Takes the first item whose node has room, and counts it there. */
  readonly take: () => RunItem | undefined;
  /** Notes that the item's node has the image. */
  readonly warm: (item: RunItem) => void;
  /** Stops counting an item on its node; may be called again. */
  readonly leave: (item: RunItem) => void;
  readonly isEmpty: () => boolean;
  readonly left: () => readonly RunItem[];
}

function queueOnNodes(
  items: readonly RunItem[],
  { maxPerNode, coldPerNode = COLD_PER_NODE }: Limits,
): NodeQueues {
  const nodes = queueByNode(items);
  const placed = new Set<string>();
  let waiting = items.length;
  const hasRoom = ({ queue, running, isWarm }: Node): boolean =>
    queue.length > 0 && running < (isWarm ? maxPerNode : Math.min(coldPerNode, maxPerNode));
  // A search through all nodes for each item would take minutes with thousands of nodes.
  const ready = makeOrdered<Node>();
  const offer = (node: Node): void => {
    const [first] = node.queue;
    if (first !== undefined && hasRoom(node)) ready.add(first.order, node);
  };
  for (const node of nodes.values()) offer(node);
  return {
    take: () => {
      const node = ready.takeFirst();
      const item = node?.queue.shift()?.item;
      if (node === undefined || item === undefined) return undefined;
      waiting -= 1;
      node.running += 1;
      placed.add(item.container);
      offer(node);
      return item;
    },
    warm: (item) => {
      const node = nodes.get(item.node);
      if (node === undefined) return;
      node.isWarm = true;
      offer(node);
    },
    leave: (item) => {
      const node = nodes.get(item.node);
      if (!placed.delete(item.container) || node === undefined) return;
      node.running -= 1;
      offer(node);
    },
    isEmpty: () => waiting === 0,
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

interface Canary {
  /** How many items may run at a time. */
  readonly room: (concurrency: number) => number;
  readonly isPending: () => boolean;
  readonly started: () => void;
  /** Takes the outcome of an item that did not run; returns whether to stop the audit. */
  readonly failed: (outcome: RunOutcome) => boolean;
  readonly ran: () => number;
}

function startCanary({ canary, before = NOTHING }: Limits, others: () => OtherSchedules): Canary {
  let { ran } = before;
  let lost = 0;
  const missing = (): number => canary - ran - others().ran;
  return {
    room: (concurrency) => {
      if (missing() <= 0) return concurrency;
      return others().leavesCanaries ? Math.min(missing(), concurrency) : 0;
    },
    isPending: () => missing() > 0,
    started: () => {
      ran += 1;
      lost = 0;
    },
    failed: (outcome) => {
      if (missing() <= 0) return false;
      if (!HARMLESS.includes(outcome)) return true;
      lost += 1;
      return lost >= MAX_LOST_CANARIES;
    },
    ran: () => ran,
  };
}

interface Budget {
  /** Takes an outcome; returns why to stop, if the budget is spent. */
  readonly take: (outcome: RunOutcome) => StopReason | undefined;
  readonly look: () => StopReason | undefined;
  readonly counts: () => Omit<LimitCounts, 'ran'>;
}

function startBudget({ maxFailures, before = NOTHING }: Limits, others: () => OtherSchedules): Budget {
  let { tries, failures } = before;
  const isSpent = (): boolean => {
    const all = { tries: tries + others().tries, failures: failures + others().failures };
    if (maxFailures.kind === 'count') return all.failures > maxFailures.count;
    return all.tries >= MIN_TRIES && all.failures * 100 > maxFailures.percent * all.tries;
  };
  const look = (): StopReason | undefined => (isSpent() ? 'failures' : undefined);
  return {
    take: (outcome) => {
      tries += 1;
      if (isFailure(outcome)) failures += 1;
      return look();
    },
    look,
    counts: () => ({ tries, failures }),
  };
}

/** Whether an outcome counts for `--max-failures`. */
export function isFailure(outcome: RunOutcome): boolean {
  return FAILURES.includes(outcome);
}
