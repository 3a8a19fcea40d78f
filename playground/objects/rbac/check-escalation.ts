import { mayUse, type Rights, type RoleRule, type User } from '../../api/request/authorize.ts';
import { qualifiedName } from '../../api/request/resources.ts';
import { StatusError } from '../../api/request/status-error.ts';
import { textAt } from '../../json.ts';
import type { PlainObject, PlainResource, Stores } from '../../store/objects.ts';
import { rulesOfBinding, rulesOfRole } from './granted-rules.ts';

interface Attempt {
  readonly resource: PlainResource;
  readonly object: PlainObject;
  readonly user: User;
}

/**
 * Refuses a role or a binding that gives more than its maker has, unless the maker may `escalate` or `bind`. Throws
 * `StatusError` 403 with the server's message.
 * See https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
 */
export function checkEscalation(
  { stores, rights }: { readonly stores: Stores; readonly rights: Rights },
  { resource, object, user }: Attempt,
): void {
  if (!resource.includes('role')) return;
  const isBinding = resource.endsWith('bindings');
  const rules = isBinding ? rulesOfBinding(stores, object) : rulesOfRole(object);
  const { namespace } = object.metadata;
  const question = {
    group: 'rbac.authorization.k8s.io',
    ...(isBinding ? { ...roleOf(object), verb: 'bind' } : { resource, verb: 'escalate' }),
    ...inNamespace(namespace),
  };
  if (mayUse(user, question, rights)) return;
  const missing = rules.flatMap((rule) => missingOf(rule, { user, namespace, rights }));
  if (missing.length === 0) return;
  throw escalation({ resource, object, user }, missing);
}

function escalation({ resource, object, user }: Attempt, missing: readonly string[]): StatusError {
  const name = object.metadata.name ?? '';
  const subject = qualifiedName(resource);
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ');
  const message =
    `${subject} ${JSON.stringify(name)} is forbidden: user ${JSON.stringify(user.name)} (groups=[${groups}]) is ` +
    `attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}`;
  const details = { name, group: 'rbac.authorization.k8s.io', kind: resource };
  return new StatusError(403, message, { reason: 'Forbidden', details });
}

function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

function roleOf(binding: PlainObject): { readonly resource: string; readonly name: string } {
  const isCluster = textAt(binding, 'roleRef.kind') === 'ClusterRole';
  return { resource: isCluster ? 'clusterroles' : 'roles', name: textAt(binding, 'roleRef.name') };
}

interface Maker {
  readonly user: User;
  readonly namespace: string | undefined;
  readonly rights: Rights;
}

/** A line for each group and resource of a rule with the verbs that its maker lacks. */
function missingOf(rule: RoleRule, { user, namespace, rights }: Maker): readonly string[] {
  const names = rule.resourceNames.length === 0 ? [undefined] : rule.resourceNames;
  return rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((path) =>
      names.flatMap((name) => {
        const [resource = '', subresource] = path.split('/');
        const question = {
          group,
          resource,
          ...(subresource === undefined ? {} : { subresource }),
          ...inNamespace(namespace),
          ...(name === undefined ? {} : { name }),
        };
        const verbs = rule.verbs.filter((verb) => !mayUse(user, { ...question, verb }, rights));
        return verbs.length === 0 ? [] : [describeRule({ group, path, name, verbs })];
      }),
    ),
  );
}

function describeRule({
  group,
  path,
  name,
  verbs,
}: {
  readonly group: string;
  readonly path: string;
  readonly name: string | undefined;
  readonly verbs: readonly string[];
}): string {
  const list = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(' ');
  const names = name === undefined ? '' : `, ResourceNames:[${list([name])}]`;
  return `{APIGroups:[${list([group])}], Resources:[${list([path])}]${names}, Verbs:[${list(verbs)}]}`;
}
