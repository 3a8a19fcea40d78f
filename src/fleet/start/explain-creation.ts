import { isApiError, type ApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { WITHOUT_ROLES } from '../rights/require-starter.ts';
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

/** Explains why an object of a run could not be created, and what to do next. */
export function explainCreation(error: unknown, address: ObjectAddress): Error {
  const action = `create ${describeObject(address)}`;
  const explained = explainApiError(error, { action });
  if (!isApiError(error) || !isCliError(explained)) return explained;
  const lacking = error.code === 403 ? readEscalation(error.message) : [];
  const place = address.namespace === undefined ? 'all namespaces' : `namespace ${address.namespace}`;
  const message =
    lacking.length === 0
      ? explained.message
      : `cannot ${action}: the workers need rights that you do not have in ${place}, and so may not hand out: ${lacking.join(', ')}`;
  const hint = hintFor(error, address);
  return hint === undefined ? explained : new CliError(explained.kind, message, { hint, cause: error });
}

/** undefined if the general explanation has the best one. */
function hintFor({ code, message }: ApiError, { kind, namespace = '' }: ObjectAddress): string | undefined {
  if (code === 403 && QUOTA.test(message))
    return commandText`to see it: kubectl describe quota -n ${namespace}; or name another namespace with --in-cluster-namespace`;
  if (code === 403 && OF_RIGHTS.includes(kind)) return WITHOUT_ROLES;
  if (code === 404 && namespace !== '')
    return commandText`create it with: kubectl create namespace ${namespace}; or name another one with --in-cluster-namespace`;
  return undefined;
}

/** A quota refuses with the status of a missing right; only the text differs. */
const QUOTA = /: exceeded quota: /;

/** What RBAC writes about each rule that somebody may not hand out; only this text names it. */
const RULE =
  /\{APIGroups:\[([^\]]*)\], Resources:\[([^\]]*)\](?:, ResourceNames:\[[^\]]*\])?, Verbs:\[([^\]]*)\]\}/g;

/**
 * The rights that somebody lacks who wants to hand them out: `patch pods/ephemeralcontainers`. None for any other text.
 * See https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
function readEscalation(message: string): readonly string[] {
  return [...message.matchAll(RULE)].flatMap(([, , resources = '', verbs = '']) =>
    wordsOf(resources).map((resource) => `${wordsOf(verbs).join(' and ')} ${resource}`),
  );
}

/** `"get" "list"` as words. */
function wordsOf(quoted: string): readonly string[] {
  return [...quoted.matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
}
