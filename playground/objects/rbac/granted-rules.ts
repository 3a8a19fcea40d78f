import type { AccessQuestion, Rights, RoleRule, User } from '../../api/request/authorize.ts';
import { isJsonObject, type JsonObject, listAt, textAt } from '../../json.ts';
import type { PlainObject, Stores } from '../../store/objects.ts';
import { keyOf } from '../../store/stored-object.ts';

/** The rules of a user by the bindings in `stores`; in a namespace also those of its own bindings. */
function grantedRules(stores: Stores, user: User, namespace: string | undefined): readonly RoleRule[] {
  const cluster = stores.clusterrolebindings.list();
  const own = stores.rolebindings.list().filter(({ metadata }) => metadata.namespace === namespace);
  return [...cluster, ...(namespace === undefined ? [] : own)]
    .filter((binding) => listAt(binding, 'subjects').some((subject) => isSubject(subject, user)))
    .flatMap((binding) => rulesOfBinding(stores, binding));
}

/** The rules of the role that a binding names; none if there is no such role. */
export function rulesOfBinding(stores: Stores, binding: PlainObject): readonly RoleRule[] {
  const name = textAt(binding, 'roleRef.name');
  const { namespace } = binding.metadata;
  const role =
    textAt(binding, 'roleRef.kind') === 'ClusterRole'
      ? stores.clusterroles.get(name)
      : stores.roles.get(keyOf(namespace === undefined ? { name } : { namespace, name }));
  return role === undefined ? [] : rulesOfRole(role);
}

/** The rules of a Role or a ClusterRole. */
export function rulesOfRole(role: PlainObject): readonly RoleRule[] {
  return listAt(role, 'rules').map((rule) => ({
    verbs: textsOf(rule, 'verbs'),
    apiGroups: textsOf(rule, 'apiGroups'),
    resources: textsOf(rule, 'resources'),
    resourceNames: textsOf(rule, 'resourceNames'),
  }));
}

/** Whether one of the rules allows this. */
export function allows(rules: readonly RoleRule[], question: AccessQuestion): boolean {
  const { resource, subresource, name = '' } = question;
  const wanted = subresource === undefined ? resource : `${resource}/${subresource}`;
  return rules.some(
    ({ verbs, apiGroups, resources, resourceNames }) =>
      covers(verbs, question.verb) &&
      covers(apiGroups, question.group) &&
      (covers(resources, wanted) || (subresource !== undefined && resources.includes(`*/${subresource}`))) &&
      (resourceNames.length === 0 || resourceNames.includes(name)),
  );
}

/** The rights that the bindings in `stores` give; `userOf` finds the ServiceAccount of a token. */
export function makeRights(stores: Stores, userOf: Rights['userOf']): Rights {
  return {
    userOf,
    grants: (user, question) => allows(grantedRules(stores, user, question.namespace), question),
  };
}

function isSubject(subject: JsonObject, { name, groups }: User): boolean {
  switch (subject['kind']) {
    case 'User':
      return subject['name'] === name;
    case 'Group':
      return groups.includes(textAt(subject, 'name'));
    case 'ServiceAccount':
      return name === `system:serviceaccount:${textAt(subject, 'namespace')}:${textAt(subject, 'name')}`;
    default:
      return false;
  }
}

function covers(allowed: readonly string[], wanted: string): boolean {
  return allowed.includes('*') || allowed.includes(wanted);
}

function textsOf(rule: unknown, field: string): readonly string[] {
  const value = isJsonObject(rule) ? rule[field] : undefined;
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
