import { explainRefusal, type Explained, type FactsOf } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ApiError } from './api-error.ts';
import { pathOnly, namespaceFlag } from './request-path.ts';
import { purposeOf } from './purposes.ts';
import { describeResource, type Right } from './role.ts';

/** What RBAC says is missing: the sentence is the only place that names it. */
const MISSING =
  /User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/;

/** A name of no special meaning that is valid for a Role. */
function roleName(resource: string): string {
  return `kubectl-debug-${resource.replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** What was tried, as far as the rights for it depend on that. */
export interface AttemptContext {
  readonly mode: 'ephemeral' | 'copy' | 'node' | undefined;
  /** Of the command line, for what is in none itself, as nodes are. */
  readonly namespace: string | undefined;
}

/**
 * Explains what RBAC refuses, with the command that writes all the rights that the job takes, for somebody who may give
 * them; for a right that is part of no job the command that gives it alone.
 * Where no kind is named it was no rule of RBAC, and no Role would change it: undefined.
 */
export function explainMissingRight(
  error: ApiError,
  said: string,
  tried: AttemptContext,
): Explained | undefined {
  const { message, path, details } = error;
  if (isUpgrade(error) && /:\s*$/.test(message)) return explainUpgrade('upgrade-create-missing', path, said);
  if (details.kind === undefined) return undefined;
  if (isUpgrade(error)) return explainUpgrade('upgrade-right-missing', path, said);
  const missing = readMissing(message);
  if (missing === undefined) return explainRefusal('right-unnamed', { said, place: namespaceFlag(path) });
  const purpose = purposeOf(missing.right, tried.mode === 'node' ? ['nodes'] : undefined);
  if (purpose === undefined) return explainRefusal('right-of-no-job', { said, ...factsOfRight(missing) });
  const namespace = missing.namespace ?? tried.namespace;
  const place = namespace === undefined ? '' : commandText` -n ${namespace}`;
  return explainRefusal('right-missing', { said, purpose, place });
}

interface Missing {
  readonly user: string;
  readonly right: Right;
  readonly namespace: string | undefined;
}

/** The facts of the sentence; undefined where it is another one. */
function readMissing(message: string): Missing | undefined {
  const [, user, verb, full, group = '', namespace] = MISSING.exec(message) ?? [];
  if (user === undefined || verb === undefined || full === undefined) return undefined;
  const [resource = '', subresource] = full.split('/');
  const right = {
    verb,
    resource,
    ...(group !== '' && { group }),
    ...(subresource !== undefined && { subresource }),
    ...(namespace === undefined && { isClusterWide: true as const }),
  };
  return { user, right, namespace };
}

function factsOfRight({ user, right, namespace }: Missing): Omit<FactsOf<'right-of-no-job'>, 'said'> {
  const { verb, group } = right;
  const resource = describeResource(right);
  return {
    role: namespace === undefined ? 'clusterrole' : 'role',
    name: roleName(resource),
    verb,
    resource: group === undefined ? resource : inGroup(resource, group),
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
  const subresource = pathOnly(path).split('/').at(-1) ?? '';
  const purpose = purposeOf({ verb: 'create', resource: 'pods', subresource }) ?? 'debug';
  return explainRefusal(row, { said, resource: `pods/${subresource}`, purpose, place: namespaceFlag(path) });
}

function isUpgrade({ method, path }: ApiError): boolean {
  return method === 'GET' && /\/(?:attach|exec)$/.test(pathOnly(path));
}

/** `deployments.apps/scale`: the group stands before the subresource. */
function inGroup(resource: string, group: string): string {
  const [name = '', ...subresource] = resource.split('/');
  return [`${name}.${group}`, ...subresource].join('/');
}
