import type { JsonObject } from '../../json.ts';
import { type Resource, RESOURCES } from './resources.ts';

/** The release that the playground imitates, for `/version`. */
export const SERVER_VERSION = {
  major: '1',
  minor: '35',
  gitVersion: 'v1.35.4',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
};

/**
 * The answer to a discovery path; undefined for another path. Discovery is not aggregated, so clients read one
 * document for each group. See https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function discover(path: string, server: string): JsonObject | undefined {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === '/version') return SERVER_VERSION;
  if (trimmed === '/api') return apiVersions(server);
  if (trimmed === '/apis')
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: groupNames().map(describeGroup) };
  const [, root, group = ''] = /^\/(api|apis\/([^/]+))\/v1$/.exec(trimmed) ?? [];
  if (root !== undefined) return resourceList(group);
  const name = /^\/apis\/([^/]+)$/.exec(trimmed)?.[1] ?? '';
  return groupNames().includes(name)
    ? { kind: 'APIGroup', apiVersion: 'v1', ...describeGroup(name) }
    : undefined;
}

function apiVersions(server: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: server }],
  };
}

function groupNames(): readonly string[] {
  const groups = Object.values(RESOURCES).map((resource) => resource.group);
  return [...new Set(groups)].filter((group) => group !== '');
}

function describeGroup(name: string): JsonObject {
  const version = { groupVersion: `${name}/v1`, version: 'v1' };
  return { name, versions: [version], preferredVersion: version };
}

function resourceList(group: string): JsonObject | undefined {
  const rows: readonly (readonly [string, Resource])[] = Object.entries(RESOURCES);
  const resources = rows.filter(([, resource]) => resource.group === group).flatMap(describeResource);
  if (resources.length === 0) return undefined;
  const groupVersion = group === '' ? 'v1' : `${group}/v1`;
  return { kind: 'APIResourceList', ...(group === '' ? {} : { apiVersion: 'v1' }), groupVersion, resources };
}

function describeResource([name, resource]: readonly [string, Resource]): readonly JsonObject[] {
  const { singular, namespaced, kind, verbs, shortNames, categories, subresources = {} } = resource;
  return [
    {
      name,
      singularName: singular,
      namespaced,
      kind,
      verbs,
      ...(shortNames === undefined ? {} : { shortNames }),
      ...(categories === undefined ? {} : { categories }),
    },
    ...Object.entries(subresources).map(([subresource, row]) => ({
      name: `${name}/${subresource}`,
      singularName: '',
      namespaced,
      ...row,
    })),
  ];
}
