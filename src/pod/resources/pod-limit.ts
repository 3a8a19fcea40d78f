import { listContainers } from '../containers/containers.ts';
import type { Container, Pod } from '../types.ts';
import { effectiveResources } from './effective-resources.ts';
import { memoryIn, wholeBytes } from './memory.ts';

/** Less memory than this is little for a debug session: a shell takes 1 MiB, a package manager or a tracer far more. */
export const LITTLE_BYTES = 64n * 1024n * 1024n;

/** What bounds all containers of a pod together. A debug container has no resources of its own, and counts in it. */
export type PodMemoryLimit =
  | { readonly kind: 'bytes'; readonly bytes: bigint }
  /** The containers of these names have no limit, so the pod has none. */
  | { readonly kind: 'none'; readonly without: readonly string[] };

/**
 * The memory limit that the kubelet sets for a pod as a whole: that of the pod, or the sum of its containers if each of
 * them, init containers included, has one (k8s.io/kubernetes, pkg/kubelet/cm/helpers_linux.go, ResourceConfigForPod).
 */
export function podMemoryLimit(pod: Pod): PodMemoryLimit {
  const hasOwn = (memoryIn(pod.spec.resources?.limits) ?? 0n) > 0n;
  const without = listContainers(pod)
    .filter(({ role }) => role !== 'ephemeral')
    .map(({ spec }): Container => spec)
    .filter(({ resources }) => (memoryIn(resources?.limits) ?? 0n) === 0n)
    .map(({ name }) => name);
  if (!hasOwn && without.length > 0) return { kind: 'none', without };
  return { kind: 'bytes', bytes: wholeBytes(effectiveResources(pod).limits.get('memory')) };
}
