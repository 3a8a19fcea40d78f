import type { Cluster } from '../cluster.ts';
import { isApiError, withJobs } from './api-error.ts';
import type { Purpose } from './purposes.ts';

/** The same connection for a command that does these jobs: the hints at missing rights then name all of them. */
export function forJobs(cluster: Cluster, jobs: readonly Purpose[]): Cluster {
  const named = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      throw isApiError(error) ? withJobs(error, jobs) : error;
    });
  return {
    ...cluster,
    jobs,
    requestJson: (request) => named(cluster.requestJson(request)),
    requestCompact: (request, compact) => named(cluster.requestCompact(request, compact)),
    openStream: (request) => named(cluster.openStream(request)),
    upgrade: (request) => named(cluster.upgrade(request)),
    upgradeSpdy: (request) => named(cluster.upgradeSpdy(request)),
  };
}
