import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './environment.ts';
import { kubectl } from './kubectl.ts';
import { untilRightsAreKnown } from './rights.ts';

/** A manifest, of which only the fields are known that are changed for a test. */
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: object;
    readonly matchResources?: { readonly namespaceSelector?: { readonly matchLabels?: object } };
  };
}

const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/**
 * A manifest for one test: its parameters lie in the namespace of the test, and objects of the whole cluster have its name at
 * the end of theirs. A binding selects no other namespace, whatever else it selects, so that nobody else is refused.
 */
function scoped({ metadata, spec, ...rest }: Manifest, namespace: string): Manifest {
  const name = metadata.namespace === undefined ? `${metadata.name}-${namespace}` : metadata.name;
  const placed = { name, ...(metadata.namespace !== undefined && { namespace }) };
  if (spec === undefined) return { ...rest, metadata: { ...metadata, ...placed } };
  if (rest.kind !== 'ValidatingAdmissionPolicyBinding') return { ...rest, metadata: placed, spec };
  const { policyName = '', paramRef, matchResources } = spec;
  const selector = matchResources?.namespaceSelector;
  const matchLabels = { ...selector?.matchLabels, [NAMESPACE_NAME]: namespace };
  return {
    ...rest,
    metadata: placed,
    spec: {
      ...spec,
      policyName: `${policyName}-${namespace}`,
      ...(paramRef !== undefined && { paramRef: { ...paramRef, namespace } }),
      matchResources: { ...matchResources, namespaceSelector: { ...selector, matchLabels } },
    },
  };
}

/** A file of `deploy/` in the cluster. */
export interface Deployed {
  /** Removes what belongs to no namespace. */
  readonly remove: () => Promise<void>;
}

/** Applies a file of `deploy/` for the namespace of a test. */
export async function deploy(file: string, namespace: string): Promise<Deployed> {
  const text = readFileSync(path.join(ROOT, 'deploy', file), 'utf8');
  const items = parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind !== 'Namespace')
    .map((manifest) => scoped(manifest, namespace));
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  await kubectl(['apply', '-f', '-'], list);
  return {
    async remove() {
      await kubectl(['delete', '--ignore-not-found', '-f', '-'], list);
    },
  };
}

/** The calls of somebody with the roles of `deploy/rbac` for pods and nodes, and with no other right. */
export const ONCALL = ['--as=jane', '--as-group=oncall'] as const;

/** Gives the group of `ONCALL` its roles in one namespace. */
export async function letOncallDebug(namespace: string): Promise<Deployed> {
  const roles = [await deploy('rbac/debugger.yaml', namespace), await deploy('rbac/nodes.yaml', namespace)];
  const bind = (kind: string, name: string, ...more: readonly string[]) =>
    kubectl(['create', kind, name, '--group=oncall', ...more]);
  for (const role of ['kubectl-debug-debugger', 'kubectl-debug-node-pods'])
    await bind('rolebinding', role, `--clusterrole=${role}-${namespace}`, '-n', namespace);
  const nodes = `kubectl-debug-nodes-${namespace}`;
  await bind('clusterrolebinding', nodes, `--clusterrole=${nodes}`);
  await untilRightsAreKnown(namespace);
  return {
    async remove() {
      await kubectl(['delete', 'clusterrolebinding', nodes]);
      for (const role of roles) await role.remove();
    },
  };
}
