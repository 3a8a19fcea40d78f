import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import type { Notes } from '../output/say/notes.ts';

/** What a command has at hand once it is connected. */
export interface Connected {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly notes: Notes;
  readonly isQuiet: boolean;
}
