import type { JsonObject } from '../../json.ts';
import { type Resource, RESOURCES } from './resources.ts';

const ROOT = '/openapi/v3';

/**
 * The answer to a path of OpenAPI v3; undefined for another path. It says no more than kubectl asks before it applies
 * a file: which resources take `fieldValidation`. Without it kubectl wants the schemas, to check the file itself.
 */
export function describeOpenApi(path: string): JsonObject | undefined {
  if (path === ROOT) {
    const entries = groupVersions().map((name) => [name, { serverRelativeURL: `${ROOT}/${name}?hash=1` }]);
    return { paths: Object.fromEntries(entries) };
  }
  const name = path.slice(ROOT.length + 1);
  if (!path.startsWith(`${ROOT}/`) || !groupVersions().includes(name)) return undefined;
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1' },
    paths: Object.fromEntries(
      rows()
        .filter((row) => folderOf(row[1]) === name)
        .map(describePatch),
    ),
    components: { schemas: {} },
  };
}

function rows(): readonly (readonly [string, Resource])[] {
  return Object.entries(RESOURCES);
}

function folderOf({ group }: Resource): string {
  return group === '' ? 'api/v1' : `apis/${group}/v1`;
}

function groupVersions(): readonly string[] {
  return [...new Set(rows().map(([, resource]) => folderOf(resource)))];
}

function describePatch([name, resource]: readonly [string, Resource]): readonly [string, JsonObject] {
  const { group, kind, namespaced } = resource;
  const scope = namespaced ? '/namespaces/{namespace}' : '';
  const parameters = ['dryRun', 'fieldManager', 'fieldValidation'].map((parameter) => ({
    name: parameter,
    in: 'query',
    schema: { type: 'string' },
  }));
  const patch = { parameters, 'x-kubernetes-group-version-kind': { group, kind, version: 'v1' } };
  return [`/${folderOf(resource)}${scope}/${name}/{name}`, { patch }];
}
