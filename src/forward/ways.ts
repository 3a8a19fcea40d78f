import type { Pod } from '../pod/types.ts';
import type { Way } from './way.ts';

/** A connection that uses the way into a pod. */
export interface HeldConnection {
  /** The local program has its answer and has ended its side: nothing is lost with the connection any more. */
  readonly settle: () => void;
  /** Call it once, with the reason if the connection was cut. */
  readonly release: (cut?: Error) => void;
}

/** The pod that is forwarded to, and the way into it. */
export interface PodWay {
  readonly pod: Pod;
  readonly way: Way;
  /**
   * Whether it has just taken the place of another pod: a program may begin to listen a moment after its pod is ready, so a
   * connection that it refuses is worth another try.
   */
  readonly isFresh: () => boolean;
  /** Keeps the way open until the connection is released, even when another pod is taken. */
  readonly hold: () => HeldConnection;
}

/** The way to use now. */
export interface Ways {
  /** undefined while there is none. */
  readonly current: () => PodWay | undefined;
  /**
   * Whether another pod can be expected soon, because the current one is ending: a connection that it refuses is worth a
   * wait.
   */
  readonly isChanging: () => boolean;
  /** Resolves at the next change; rejects once there will be no more ways. */
  readonly changed: () => Promise<void>;
}
