import type { Pod } from '../types.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function read(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null
    ? Object.entries(object).find(([name]) => name === key)?.[1]
    : undefined;
}

/** Whether an init container is a sidecar in the manifest that `kubectl apply` stored in an annotation of the pod. */
export function wasAppliedAsSidecar({ metadata }: Pod, name: string): boolean {
  try {
    const manifest: unknown = JSON.parse(metadata.annotations?.[LAST_APPLIED] ?? '{}');
    const inits = read(read(manifest, 'spec'), 'initContainers');
    if (!Array.isArray(inits)) return false;
    return inits.some((each) => read(each, 'name') === name && read(each, 'restartPolicy') === 'Always');
  } catch {
    return false; // anybody may write an annotation
  }
}
