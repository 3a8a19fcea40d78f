import type { Cluster } from '../../cluster/cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { AuditPods } from './audit-pods.ts';
import type { AuditSelection } from './audit-request.ts';
import { podsCommandLines } from './pods-command-lines.ts';

/** The error for a selection without pods that run. */
export function noPods({ finished }: AuditPods, from: AuditSelection, { namespace }: Cluster): CliError {
  const others = finished === 0 ? '' : `: ${finished} have finished or are being deleted`;
  return new CliError('not-found', `there is no pod to audit${others}`, {
    hint: `to see which pods there are: ${podsCommandLines(from, namespace)}`,
  });
}
