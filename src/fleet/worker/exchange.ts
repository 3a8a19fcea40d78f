import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import { tellCounts } from '../counts/patch-counts.ts';
import type { FleetRun } from '../fleet-run.ts';
import type { FleetCounts, WorkerCounts } from '../worker-counts.ts';

/** Who tells, and where. */
export interface ExchangePlace {
  readonly io: Pick<Io, 'sleep'>;
  /** A patient one. */
  readonly cluster: Cluster;
  readonly run: FleetRun;
  readonly worker: number;
}

/** What a worker tells, and what it does with what it hears. */
interface ExchangeTalk {
  readonly counts: () => WorkerCounts;
  readonly hear: (counts: FleetCounts) => void;
  /** Until the next exchange, in milliseconds. */
  readonly pauseMs: () => number;
}

/**
 * Tells the counts of a worker to the others and hears theirs, again and again, until `signal` is aborted. A request is never given
 * up half way: the server might take it for newer than the last word. Throws the error of a request that cannot succeed: the run
 * was removed, for example.
 */
export async function exchangeCounts(
  { io, cluster, run, worker }: ExchangePlace,
  { counts: own, hear, pauseMs }: ExchangeTalk,
  signal: AbortSignal,
): Promise<void> {
  for (let known = ''; !signal.aborted;) {
    const counts = own();
    const text = JSON.stringify(counts);
    const told = text === known ? undefined : { worker, counts };
    hear(await tellCounts(cluster, { run, told }));
    known = text;
    await io.sleep(pauseMs(), signal).catch(() => undefined); // it is over
  }
}
