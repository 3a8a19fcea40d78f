import type { Pod } from '../types.ts';

/**
 * The container whose processes an ephemeral container sees only if the runtime honours its target (KEP-277). undefined
 * without a target, and where the pod or the node shares its processes with all.
 */
export function privateTargetOf({ spec }: Pod, name: string): string | undefined {
  if (spec.shareProcessNamespace === true || spec.hostPID === true) return undefined;
  return spec.ephemeralContainers?.find((container) => container.name === name)?.targetContainerName;
}
