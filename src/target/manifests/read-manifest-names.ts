import type { Io } from '../../io.ts';
import type { NodeRef, PodTarget } from '../names/parse-target.ts';
import { isNamed, readObjects, type Document, type ObjectReader } from './read-objects.ts';
import type { TextSource } from './read-texts.ts';

/** A pod, with the namespace that its manifest names, or a node. */
type ManifestName = PodTarget | NodeRef;

function podOf({ metadata }: Document): ManifestName | undefined {
  if (!isNamed(metadata)) return undefined;
  const { name, namespace } = metadata;
  return { kind: 'pod', name, ...(namespace !== undefined && { namespace }) };
}

function nodeOf({ metadata }: Document): ManifestName | undefined {
  return isNamed(metadata) ? { kind: 'node', name: metadata.name } : undefined;
}

const READER: ObjectReader<ManifestName> = {
  kinds: new Map([
    ['Pod', podOf],
    ['Node', nodeOf],
  ]),
  refusal: (what) => `this ${what} names no pod and no node`,
  hint: 'a manifest must be of a v1 Pod or a v1 Node with a name; of a workload: kubectl-debug pods deploy/NAME',
};

/**
 * Reads the names of the pods and nodes in manifests, in order, and ignores all else. Throws `usage` for a source that
 * cannot be read, for a document of another kind, and if there is no document; and the reason of `signal`.
 */
export function readManifestNames(
  io: Io,
  sources: readonly TextSource[],
  signal: AbortSignal,
): Promise<readonly ManifestName[]> {
  return readObjects({ io, signal }, sources, READER);
}
