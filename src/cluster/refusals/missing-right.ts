import { explainRefusal, type Explained, type FactsOf } from '../../errors/refusals/refusals.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { ApiError } from './api-error.ts';
import { pathOnly, namespaceFlag } from './request-path.ts';
import { jobsUsing, purposeOf } from './purposes.ts';
import { describeResource, type Right } from './role.ts';

/** RBAC names the missing right only in this sentence. */
const MISSING =
  /User "([^"]*)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/;

/** A valid name for a Role. */
function roleName(resource: string): string {
  return `kubectl-debug-${resource.replaceAll(/[^a-z0-9]+/g, '-')}`;
}

/** What the needed rights depend on. */
export interface AttemptContext {
  readonly mode: 'ephemeral' | 'copy' | 'node' | undefined;
  /** Namespace of the command line, for cluster-wide objects such as nodes. */
  readonly namespace: string | undefined;
}

/**
 * Explains a refusal by RBAC. The hint is a command for an administrator: it grants all rights that the job needs,
 * or just the missing one if no job needs it. Returns undefined if the details name no kind: then RBAC did not
 * refuse, and no Role helps.
 */
export function explainMissingRight(
  error: ApiError,
  said: string,
  tried: AttemptContext,
): Explained | undefined {
  const { message, path, details, jobs } = error;
  if (isUpgrade(error) && /:\s*$/.test(message)) return explainUpgrade('upgrade-create-missing', error, said);
  if (details.kind === undefined) return undefined;
  if (isUpgrade(error)) return explainUpgrade('upgrade-right-missing', error, said);
  const missing = readMissing(message);
  if (missing === undefined) return explainRefusal('right-unnamed', { said, place: namespaceFlag(path) });
  const purpose = purposeFor(missing.right, jobs, tried);
  if (purpose === undefined) return explainRefusal('right-of-no-job', { said, ...factsOfRight(missing) });
  const namespace = missing.namespace ?? tried.namespace;
  const place = namespace === undefined ? '' : commandText` -n ${namespace}`;
  return explainRefusal('right-missing', { said, purpose, place });
}

function purposeFor(right: Right, jobs: ApiError['jobs'], { mode }: AttemptContext): string | undefined {
  return jobsUsing(right, jobs) ?? purposeOf(right, mode === 'node' ? ['nodes'] : undefined);
}

interface Missing {
  readonly user: string;
  readonly right: Right;
  readonly namespace: string | undefined;
}

/** Parses RBAC's sentence; undefined for any other text. */
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
 * Since Kubernetes 1.35 a WebSocket needs both `get` and `create`. If `create` is missing, the server's sentence
 * ends after `is forbidden: `.
 */
function explainUpgrade(
  row: 'upgrade-create-missing' | 'upgrade-right-missing',
  { path, jobs }: ApiError,
  said: string,
): Explained {
  const subresource = pathOnly(path).split('/').at(-1) ?? '';
  const right = { verb: 'create', resource: 'pods', subresource };
  const purpose = jobsUsing(right, jobs) ?? purposeOf(right) ?? 'debug';
  return explainRefusal(row, { said, resource: `pods/${subresource}`, purpose, place: namespaceFlag(path) });
}

function isUpgrade({ method, path }: ApiError): boolean {
  return method === 'GET' && /\/(?:attach|exec|portforward)$/.test(pathOnly(path));
}

/** `deployments.apps/scale`: the group precedes the subresource. */
function inGroup(resource: string, group: string): string {
  const [name = '', ...subresource] = resource.split('/');
  return [`${name}.${group}`, ...subresource].join('/');
}
