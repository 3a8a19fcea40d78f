import type { Cluster } from '../cluster/cluster.ts';
import { isPassing, pauseMs } from '../cluster/watch/watch-failure.ts';
import type { Io } from '../io.ts';

/** How long a request is tried again, in milliseconds. */
const PATIENCE_MS = 600_000;

/**
 * A cluster whose `requestJson` tries again for ten minutes while the API server is away or overloaded. For requests that do the
 * same when they are sent twice, or whose second answer tells that.
 */
export function makePatientCluster(io: Pick<Io, 'now' | 'sleep' | 'random'>, cluster: Cluster): Cluster {
  return {
    ...cluster,
    requestJson: async (request) => {
      const giveUpMs = io.now().getTime() + PATIENCE_MS;
      for (let failures = 1; ; failures += 1) {
        try {
          return await cluster.requestJson(request);
        } catch (error) {
          const isOver = request.signal?.aborted === true || io.now().getTime() > giveUpMs;
          if (isOver || !isPassing(error)) throw error;
          await io.sleep(pauseMs(error, failures, io.random), request.signal);
        }
      }
    },
  };
}
