import { explainRefusal, type Explained, type FactsOf } from '../errors/refusals/refusals.ts';
import { commandText } from '../errors/shell-word.ts';
import type { ApiError } from './api-error.ts';
import { pathOnly, placeOf } from './place-of-path.ts';

/** What RBAC says is missing: the sentence is the only place that names it. */
const MISSING =
  /User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/;

/** A name of no special meaning that is valid for a Role. */
function roleName(resource: string): string {
  return `kubectl-debug-${resource.replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/**
 * Explains what RBAC refuses, with the command lines that give the right that is missing, for somebody who may give it.
 * Where no kind is named it was no rule of RBAC, and no Role would change it: undefined.
 */
export function explainMissingRight(error: ApiError, said: string): Explained | undefined {
  const { message, path, details } = error;
  if (isUpgrade(error) && /:\s*$/.test(message)) return explainUpgrade('upgrade-create-missing', path, said);
  if (details.kind === undefined) return undefined;
  if (isUpgrade(error)) return explainUpgrade('upgrade-right-missing', path, said);
  const missing = readMissing(message);
  return missing === undefined
    ? explainRefusal('right-unnamed', { said, place: placeOf(path) })
    : explainRefusal('right-missing', { said, ...missing });
}

/** The facts of the sentence; undefined where it is another one. */
function readMissing(message: string): Omit<FactsOf<'right-missing'>, 'said'> | undefined {
  const [, user, verb, resource, group = '', namespace] = MISSING.exec(message) ?? [];
  if (user === undefined || verb === undefined || resource === undefined) return undefined;
  return {
    role: namespace === undefined ? 'clusterrole' : 'role',
    name: roleName(resource),
    verb,
    resource: group === '' ? resource : inGroup(resource, group),
    user,
    place: namespace === undefined ? '' : commandText` -n ${namespace}`,
  };
}

/**
 * Since Kubernetes 1.35 a WebSocket needs both verbs, which other clients needed one at a time. RBAC forgets to say that
 * `create` is missing beside `get`: its sentence ends after `is forbidden: `.
 */
function explainUpgrade(
  row: 'upgrade-create-missing' | 'upgrade-right-missing',
  path: string,
  said: string,
): Explained {
  const resource = `pods/${pathOnly(path).split('/').at(-1) ?? ''}`;
  return explainRefusal(row, { said, resource, name: roleName(resource), place: placeOf(path) });
}

function isUpgrade({ method, path }: ApiError): boolean {
  return method === 'GET' && /\/(?:attach|exec)$/.test(pathOnly(path));
}

/** `deployments.apps/scale`: the group stands before the subresource. */
function inGroup(resource: string, group: string): string {
  const [name = '', ...subresource] = resource.split('/');
  return [`${name}.${group}`, ...subresource].join('/');
}
