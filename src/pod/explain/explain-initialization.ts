import { wasAppliedAsSidecar } from './applied-manifest.ts';
import { explainContainer, type Surroundings } from './explain-container.ts';
import type { ContainerFacts } from './container-facts.ts';
import type { Initialization } from '../columns/initialization.ts';
import type { Pod } from '../types.ts';

/** The init container that blocks; undefined when none does. */
export function findBlocking(
  pod: Pod,
  containers: readonly ContainerFacts[],
  { visited, blockedText }: Initialization,
): ContainerFacts | undefined {
  if (blockedText === undefined) return undefined;
  const name = pod.status?.initContainerStatuses?.[visited.length - 1]?.name;
  return containers.find((each) => each.name === name && (each.role === 'init' || each.role === 'sidecar'));
}

/**
 * Clients and servers from before sidecars drop the field that makes one, and the init container then blocks the start.
 */
function explainStrippedSidecar(pod: Pod, { name, role, state }: ContainerFacts): readonly string[] {
  if (role !== 'init' || state.kind !== 'running') return [];
  if (wasAppliedAsSidecar(pod, name))
    return [
      `the manifest that was applied has restartPolicy: Always for "${name}", the pod does not: a tool or webhook that does not know sidecars dropped it, so "${name}" is no sidecar and must end before the pod can start`,
    ];
  return [
    `"${name}" must end before the pod can start; if it is meant to run beside the apps as a sidecar, its restartPolicy: Always is missing`,
  ];
}

/** Explains the init container that blocks, and what waits for it. */
export function explainInitialization(
  pod: Pod,
  blocking: ContainerFacts,
  around: Surroundings & { readonly isInitialized: boolean },
): readonly string[] {
  const steps = pod.spec.initContainers ?? [];
  const step = steps.findIndex(({ name }) => name === blocking.name) + 1;
  const what = explainContainer(blocking, around);
  if (around.isInitialized) {
    return [
      `STATUS reads Init: although the pod has been initialized: ${blocking.title} ${what}`,
      ...explainStrippedSidecar(pod, blocking),
    ];
  }
  return [
    `it is at init step ${step} of ${steps.length}: ${blocking.title} ${what}; the steps after it wait`,
    ...explainStrippedSidecar(pod, blocking),
  ];
}
