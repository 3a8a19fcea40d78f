import type { Io } from '../../io.ts';
import type { Pod } from '../../pod/types.ts';
import { isNamed, isObject, readObjects, type Document, type ObjectReader } from './read-objects.ts';

/** A pod in a manifest, or the name of a node. */
export type Manifest =
  { readonly kind: 'pod'; readonly pod: Pod } | { readonly kind: 'node'; readonly name: string };

const READER: ObjectReader<Manifest> = {
  kinds: new Map<unknown, (object: Document) => Manifest | undefined>([
    ['Pod', readPod],
    ['Node', readNode],
  ]),
  refusal: (what) => `cannot debug this ${what}`,
  hint: 'a manifest must be of a v1 Pod with a name and containers, or of a v1 Node with a name',
};

/**
 * Reads the manifests that the values of `-f` name, in order. Throws `usage` for a source that cannot be read, for a
 * document of another kind, and if there is no document; and the reason of `signal`.
 */
export function readManifests(
  io: Io,
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly Manifest[]> {
  const sources = files.map((name) => ({ name, isRecursive: false }));
  return readObjects({ io, signal }, sources, READER);
}

/** Checks only the fields that planning reads. The API server checks the rest. */
function readPod(object: Document): Manifest | undefined {
  const { metadata, spec } = object;
  if (!isNamed(metadata) || !isObject(spec)) return undefined;
  const { containers, initContainers = [], ephemeralContainers = [] }: Containers = spec;
  const areNamed = [containers, initContainers, ephemeralContainers].every(
    (list) => Array.isArray(list) && list.every(isNamed),
  );
  return areNamed ? { kind: 'pod', pod: object as Pod } : undefined;
}

interface Containers {
  readonly containers?: unknown;
  readonly initContainers?: unknown;
  readonly ephemeralContainers?: unknown;
}

function readNode({ metadata }: Document): Manifest | undefined {
  return isNamed(metadata) ? { kind: 'node', name: metadata.name } : undefined;
}
