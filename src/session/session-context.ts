import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import type { ConnectionNews } from './connection-news.ts';
import type { Output } from './local/output.ts';

/** What every session needs: the way out, the way to the cluster, and the one watch of its pod. */
export interface SessionContext {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly watch: PodWatch;
  readonly output: Output;
  /** What becomes of a lost connection, and who is told; it is mended in silence without. */
  readonly connection?: Connection;
}

/** How a session deals with a lost connection. */
export interface Connection {
  readonly reconnects: boolean;
  readonly tell: (news: ConnectionNews) => void;
}
