import type { Rights } from '../cluster/api/rights.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import type { Notes } from '../output/say/notes.ts';
import type { SessionRecorder } from '../record/recorder.ts';

/** A command that is connected to a cluster. */
export interface Connected {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
  readonly isQuiet: boolean;
  /** Whether one line says all about a session on a terminal; absent for the notes of kubectl, and more of ours. */
  readonly isBrief?: boolean;
  /** Records the session of `--record`. */
  readonly recorder?: SessionRecorder;
  /** Asked before a debug container is added to run commands in by exec. */
  readonly rights?: Rights;
}
