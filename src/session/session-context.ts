import type { Cluster } from '../cluster/cluster.ts';
import type { Io } from '../io.ts';
import type { PodWatch } from '../cluster/watch/pod-watch.ts';
import type { Output } from './local/output.ts';
import type { TellNews } from './session-news.ts';

/** What every session needs. */
export interface SessionContext {
  readonly io: Io;
  readonly cluster: Cluster;
  /** The one watch of its pod. */
  readonly watch: PodWatch;
  readonly output: Output;
  /** Without it, a lost connection is mended and nobody hears of it. */
  readonly connection?: Connection;
  /** Hears what is typed, or comes from a pipe, as it is sent. */
  readonly hearInput?: ((bytes: Buffer) => void) | undefined;
}

/** How a session deals with its connection. */
export interface Connection {
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  /** The only callback that leaves a session: its news go to the stage above, src/join, which says them to the person. */
  readonly tell: TellNews;
}
