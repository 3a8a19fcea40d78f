import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { FleetRun } from '../fleet-run.ts';

/** A worker of a run. */
export interface Workplace {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly run: FleetRun;
  /** From 0. */
  readonly worker: number;
  readonly notes: Notes;
}
