import { openRights } from '../../cluster/api/rights.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { STEP_RIGHTS } from '../../cluster/refusals/purposes.ts';
import { refuseMissing } from '../../cluster/refusals/refuse-missing.ts';
import { describeResource } from '../../cluster/refusals/role.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';

/** Who may create Jobs, but hand out no rights, has two ways. */
export const WITHOUT_ROLES =
  'name a service account that has the rights: --service-account=NAME; or add --dry-run=client -o yaml, which prints all objects, and let an administrator apply them';

/** Where a run is to start. */
export interface Starting {
  /** The namespace of the Job. */
  readonly namespace: string;
  /** Whether the workers get a ServiceAccount of their own. */
  readonly makesAccount: boolean;
}

/**
 * Throws `forbidden` before anything is created if the user is known to lack a right to start a run, or to remove it again: a
 * Job that waits for ever would stay. What a role in another namespace takes is not asked: the server refuses it as well.
 */
export async function requireStarter(
  { io, cluster }: { readonly io: Pick<Io, 'sleep'>; readonly cluster: Cluster },
  { namespace, makesAccount }: Starting,
  signal: AbortSignal,
): Promise<void> {
  const rights = openRights(io, cluster, signal);
  try {
    const place = { namespace };
    const [ofJobs, ofAccounts] = await Promise.all([
      rights.missing(STEP_RIGHTS.startFleet, place),
      makesAccount ? rights.missing(STEP_RIGHTS.makeAccount, place) : [],
    ]);
    const action = 'let the cluster run the audit';
    if (ofJobs.length > 0)
      throw refuseMissing({ action, missing: ofJobs, namespace, purposes: ['in-cluster'] });
    if (ofAccounts.length === 0) return;
    const what = ofAccounts.map((right) => `${right.verb} ${describeResource(right)}`).join(', ');
    throw new CliError(
      'forbidden',
      `cannot ${action}: its workers need a service account with rights, and you may not ${what} in namespace ${namespace}`,
      { hint: WITHOUT_ROLES },
    );
  } finally {
    rights.close();
  }
}
