/** What RBAC says is missing: the sentence is the only place that names it. */
const MISSING =
  /User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/;

/** A name of no special meaning that is valid for a Role. */
function roleName(resource: string): string {
  return `kubectl-debug-${resource.replaceAll(/[^a-z0-9]+/g, '-')}`;
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * The command lines that give the right that an RBAC refusal misses, for somebody who may give it.
 */
export function hintAtRole(message: string): string {
  const [, user, verb, resource, group, namespace] = MISSING.exec(message) ?? [];
  if (user === undefined || verb === undefined || resource === undefined)
    return 'ask for a Role that allows this';
  const kind = namespace === undefined ? 'clusterrole' : 'role';
  const name = roleName(resource);
  const place = namespace === undefined ? '' : ` -n ${namespace}`;
  const what = `--verb=${verb} --resource=${group === '' ? resource : inGroup(resource, group ?? '')}`;
  const role = `kubectl create ${kind} ${name} ${what}${place}`;
  const binding = `kubectl create ${kind}binding ${name} --${kind}=${name} --user=${quote(user)}${place}`;
  return `this right is missing; who may give it: ${role} && ${binding} (as YAML, with all that is missing: kubectl-debug check${place} -o yaml)`;
}

/** `deployments.apps/scale`: the group stands before the subresource. */
function inGroup(resource: string, group: string): string {
  const [name = '', ...subresource] = resource.split('/');
  return [`${name}.${group}`, ...subresource].join('/');
}
