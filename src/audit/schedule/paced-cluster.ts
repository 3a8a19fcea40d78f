import { isApiError, isOverload } from '../../cluster/refusals/api-error.ts';
import { backoffMs } from '../../cluster/time/backoff.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';

/** Requests in a second, and in a burst after a quiet time. */
export interface Pace {
  readonly perSecond: number;
  readonly burst: number;
}

/** Far below what an API server grants one user, and far above what nodes can start. */
export const PACE: Pace = { perSecond: 50, burst: 100 };
/** How long we retry while the server is overloaded, in milliseconds. */
const PATIENCE_MS = 300_000;

export interface Gate {
  /** Waits until the next request may be sent. */
  readonly pass: (signal: AbortSignal | undefined) => Promise<void>;
  /** Counts a request that is sent at once; those that wait then wait longer. */
  readonly count: () => void;
  /** Holds back all requests for so long. */
  readonly pause: (milliseconds: number) => void;
}

/** A token bucket, full at the start. */
export function makeGate(io: Pick<Io, 'now' | 'sleep'>, { perSecond, burst }: Pace): Gate {
  const msEach = 1000 / perSecond;
  // When the next token is due. It lies in the past as long as the bucket has tokens.
  let nextMs = io.now().getTime() - burst * msEach;
  let openMs = 0;
  const take = (nowMs: number): void => {
    nextMs = Math.max(nextMs, nowMs - burst * msEach) + msEach;
  };
  return {
    count: () => take(io.now().getTime()),
    pass: async (signal) => {
      const nowMs = io.now().getTime();
      take(nowMs);
      for (let leftMs = Math.max(nextMs, openMs) - nowMs; leftMs > 0; leftMs = openMs - io.now().getTime())
        await io.sleep(leftMs, signal);
    },
    pause: (milliseconds) => (openMs = Math.max(openMs, io.now().getTime() + milliseconds)),
  };
}

/**
 * Limits the requests to a cluster to a gate. If the server is overloaded although each request was retried, all requests wait as
 * long as it asks, for up to five minutes.
 */
export function paceCluster(io: Pick<Io, 'now' | 'sleep' | 'random'>, cluster: Cluster, gate: Gate): Cluster {
  const paced = async <T>(signal: AbortSignal | undefined, send: () => Promise<T>): Promise<T> => {
    const giveUpMs = io.now().getTime() + PATIENCE_MS;
    for (let tries = 0; ; tries += 1) {
      await gate.pass(signal);
      try {
        return await send();
      } catch (error) {
        if (!isApiError(error) || !isOverload(error.code) || io.now().getTime() > giveUpMs) throw error;
        const askedMs = (error.details.retryAfterSeconds ?? 0) * 1000;
        gate.pause(Math.max(askedMs, backoffMs(tries, io.random)));
      }
    }
  };
  return {
    ...cluster,
    requestJson: (request) => paced(request.signal, () => cluster.requestJson(request)),
    openStream: (request) => paced(request.signal, () => cluster.openStream(request)),
    upgrade: (request) => paced(request.signal, () => cluster.upgrade(request)),
  };
}
