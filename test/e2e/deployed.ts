import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './environment.ts';
import { kubectl } from './kubectl.ts';

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
