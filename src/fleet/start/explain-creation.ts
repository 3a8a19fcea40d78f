import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { FleetKind } from '../objects/fleet-object.ts';
import { describeObject, type ObjectAddress } from '../objects/object-path.ts';

/** What only an administrator may create in many clusters. */
const OF_RIGHTS: readonly FleetKind[] = [
  'ServiceAccount',
  'Role',
  'RoleBinding',
  'ClusterRole',
  'ClusterRoleBinding',
];

/** Who may create Jobs, but hand out no rights, has two ways. */
export const WITHOUT_ROLES =
  'name a service account that has the rights: --service-account=NAME; or add --dry-run=client -o yaml, which prints all objects, and let an administrator apply them';

/**
 * Explains why an object of a run could not be created, and what to do next. Somebody may hand out only rights that they have.
 * See https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export function explainCreation(error: unknown, address: ObjectAddress): Error {
  const { kind, namespace } = address;
  const explained = explainApiError(error, { action: `create ${describeObject(address)}` });
  if (!isApiError(error) || !isCliError(explained)) return explained;
  const withHint = (hint: string): CliError =>
    new CliError(explained.kind, explained.message, { hint, cause: error });
  if (error.code === 403 && OF_RIGHTS.includes(kind)) return withHint(WITHOUT_ROLES);
  if (error.code === 404 && namespace !== undefined)
    return withHint(
      commandText`create it with: kubectl create namespace ${namespace}; or name another one with --in-cluster-namespace`,
    );
  return explained;
}
