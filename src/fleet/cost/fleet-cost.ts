import type { AuditCost } from '../../audit/cost/audit-cost.ts';
import { aboutText, mibText } from '../../audit/cost/cost-text.ts';

/** What the workers of a run cost beside what the audit costs anywhere. */
export interface FleetCost {
  readonly workers: number;
  readonly requests: number;
  /** Of the plans and the rows in ConfigMaps, without long outputs. */
  readonly bytes: number;
}

/** Measured by `bench/fleet-parts.mjs`, packed, with names and answers as clusters have them. */
const FIGURES = {
  bytesOfItem: 45,
  bytesOfRow: 62,
  /** What a ConfigMap has besides its lines. */
  bytesOfMap: 700,
} as const;

const PAGE = 500;
const COUNTS_EACH_MS = 2000;
/** The objects of a run are created, read and deleted, and each worker asks for its rights. */
const REQUESTS_OF_RUN = 40;
const REQUESTS_OF_WORKER = 20;

/** What a run of so many workers costs, beside the audit itself. A run that nobody follows keeps its results for a day. */
export function costOfFleet({ containers, leastMs }: AuditCost, workers: number): FleetCost {
  const lumps = workers * lumpsIn(leastMs);
  const pages = Math.ceil(containers / PAGE);
  const ofWorker = REQUESTS_OF_WORKER + pages + leastMs / COUNTS_EACH_MS;
  return {
    workers,
    requests: Math.round(REQUESTS_OF_RUN + workers * ofWorker + lumps),
    bytes: containers * (FIGURES.bytesOfItem + FIGURES.bytesOfRow) + lumps * FIGURES.bytesOfMap,
  };
}

const FIRST_MS = 1000;
const MOST_MS = 30_000;
const SHARE_OF_AGE = 20;

/** How often a worker writes lines: after a second, later after a twentieth of the age of the run, after 30 s at most. */
function lumpsIn(leastMs: number): number {
  const growsFromMs = FIRST_MS * SHARE_OF_AGE;
  const growsToMs = MOST_MS * SHARE_OF_AGE;
  const early = Math.min(leastMs, growsFromMs) / FIRST_MS;
  const growing = SHARE_OF_AGE * Math.log(Math.max(Math.min(leastMs, growsToMs) / growsFromMs, 1));
  return early + growing + Math.max(leastMs - growsToMs, 0) / MOST_MS;
}

/** Says what the workers will cost. */
export function fleetCostText({ workers, requests, bytes }: FleetCost): string {
  return `${workers}, about ${aboutText(requests)} more requests, ${mibText(bytes)} of results in etcd until they are here`;
}
