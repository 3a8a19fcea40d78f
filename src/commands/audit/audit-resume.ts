import type { InterruptedRun } from '../../audit/journal/interrupted-run.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';

/** Throws `usage` for an audit of another cluster. */
export function refuseOtherCluster({ head }: InterruptedRun, cluster: Cluster): void {
  if (head.server === cluster.server) return;
  throw new CliError('usage', `the audit ran on ${head.server}, but this is ${cluster.server}`, {
    hint: 'choose its cluster with --context',
  });
}
