import type { Container, EphemeralContainer, Pod } from '../../../src/pod/types.ts';

/** The kind of a container; a sidecar is an init container with `restartPolicy: Always` (KEP-753). */
export type ContainerRole = 'init' | 'sidecar' | 'app' | 'ephemeral';

/** A container of a pod's spec with its role. */
export interface RoledContainer {
  readonly role: ContainerRole;
  readonly spec: Container & EphemeralContainer;
}

/** The init containers in their order, then the app containers. */
export function regularContainers({ spec }: Pod): readonly RoledContainer[] {
  const inits = (spec.initContainers ?? []).map((container) => {
    const role = container.restartPolicy === 'Always' ? 'sidecar' : 'init';
    return { role, spec: container } as const;
  });
  return [...inits, ...spec.containers.map((container) => ({ role: 'app', spec: container }) as const)];
}

/** The ephemeral containers in the order in which they were added. */
export function ephemeralContainers({ spec }: Pod): readonly RoledContainer[] {
  return (spec.ephemeralContainers ?? []).map(
    (container) => ({ role: 'ephemeral', spec: container }) as const,
  );
}

const FIELDS = {
  init: 'initContainers',
  sidecar: 'initContainers',
  app: 'containers',
  ephemeral: 'ephemeralContainers',
} as const;

/** The field path of Events about a container, such as `spec.ephemeralContainers{debugger}`. */
export function fieldPath({ role, spec }: RoledContainer): string {
  return `spec.${FIELDS[role]}{${spec.name}}`;
}
