import type { AuditSettings } from '../rows/audit-settings.ts';
import type { RunItem } from '../rows/run-item.ts';
import { PACE } from '../schedule/paced-cluster.ts';
import type { RunSizes } from './run-sizes.ts';

/** What an audit costs its cluster at most, if all goes well. Sizes are bytes of etcd. */
export interface AuditCost {
  /** Debug containers that are added. */
  readonly containers: number;
  readonly requests: number;
  /** How long it takes at least, in milliseconds: the commands themselves may take longer. */
  readonly leastMs: number;
  /** What the debug containers add to their pods, until those are deleted. */
  readonly keptBytes: number;
  /** Events, which a server drops after an hour by default; the most at a time. */
  readonly eventBytes: number;
  /** Earlier versions of the pods, the most at a time. */
  readonly versionBytes: number;
}

/** Measured by `bench/audit-cost.mjs` on Kubernetes 1.37. */
const FIGURES = {
  /** The PATCH, the log, and now and then the log again because its end was not there yet. */
  requestsOfCommand: 2.2,
  /** The PATCH, and three commands by exec: list, read and end. */
  requestsOfCollect: 4,
  /** For each namespace: a list and a watch of pods and of events, and an access review. */
  requestsOfNamespace: 6,
  /** Pulled, Created, Started. */
  eventBytes: 3 * 700,
  /** The PATCH, the status when it starts and ends, and one between. */
  writes: 4,
} as const;

/** From the PATCH to the end of a command that takes no time, on an idle node, in milliseconds. */
const LEAST_RUN_MS = 500;
/** A server lets etcd drop, every five minutes, the versions that are five minutes old. */
const VERSIONS_MS = 10 * 60_000;
const EVENTS_MS = 60 * 60_000;

type CostSettings = Pick<AuditSettings, 'collect' | 'concurrency' | 'maxPerNode'>;

/** What an audit of these items will cost. Commands in a kept container (`--reuse`) cost less. */
export function costOfAudit(items: readonly RunItem[], settings: CostSettings, sizes: RunSizes): AuditCost {
  const containers = items.length;
  const namespaces = new Set(items.map(({ pod }) => pod.namespace)).size;
  const ofItem = settings.collect === undefined ? FIGURES.requestsOfCommand : FIGURES.requestsOfCollect;
  const requests = Math.round(containers * ofItem + namespaces * FIGURES.requestsOfNamespace);
  const leastMs = Math.max(
    (Math.max(requests - PACE.burst, 0) / PACE.perSecond) * 1000,
    (containers * LEAST_RUN_MS) / settings.concurrency,
    (mostOnNode(items) * LEAST_RUN_MS) / settings.maxPerNode,
  );
  const partOf = (spanMs: number): number => Math.min(1, spanMs / Math.max(leastMs, 1));
  return {
    containers,
    requests,
    leastMs,
    keptBytes: containers * sizes.addedBytes,
    eventBytes: containers * FIGURES.eventBytes * partOf(EVENTS_MS),
    versionBytes: containers * FIGURES.writes * (sizes.podBytes + sizes.addedBytes) * partOf(VERSIONS_MS),
  };
}

/** The cost of one audit of several clusters, which all work at the same time. */
export function sumCosts(costs: readonly AuditCost[]): AuditCost {
  const sum = (of: (cost: AuditCost) => number): number => costs.reduce((all, cost) => all + of(cost), 0);
  return {
    containers: sum(({ containers }) => containers),
    requests: sum(({ requests }) => requests),
    leastMs: Math.max(0, ...costs.map(({ leastMs }) => leastMs)),
    keptBytes: sum(({ keptBytes }) => keptBytes),
    eventBytes: sum(({ eventBytes }) => eventBytes),
    versionBytes: sum(({ versionBytes }) => versionBytes),
  };
}

function mostOnNode(items: readonly RunItem[]): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (const { node } of items) {
    const count = (counts.get(node) ?? 0) + 1;
    counts.set(node, count);
    most = Math.max(most, count);
  }
  return most;
}
