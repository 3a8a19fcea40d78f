import type { Pod } from '../types.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** A field of a value that may be anything; undefined if it has no such field of its own. */
export function readOwn(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null
    ? Object.entries(object).find(([name]) => name === key)?.[1]
    : undefined;
}

/** Whether an init container is a sidecar in the manifest that `kubectl apply` stored in an annotation of the pod. */
export function wasAppliedAsSidecar({ metadata }: Pod, name: string): boolean {
  try {
    const manifest: unknown = JSON.parse(metadata.annotations?.[LAST_APPLIED] ?? '{}');
    const inits = readOwn(readOwn(manifest, 'spec'), 'initContainers');
    if (!Array.isArray(inits)) return false;
    return inits.some(
      (each) => readOwn(each, 'name') === name && readOwn(each, 'restartPolicy') === 'Always',
    );
  } catch {
    return false; // anybody may write an annotation
  }
}
