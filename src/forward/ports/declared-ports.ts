import { listContainers } from '../../pod/containers/containers.ts';
import type { Container, Pod } from '../../pod/types.ts';

/** A port that a container of the pod declares. */
export interface DeclaredPort {
  readonly name: string | undefined;
  readonly port: number;
  /** `TCP`, `UDP` or `SCTP`. */
  readonly protocol: string;
  readonly container: string;
}

/** The ports that the containers of a pod declare; only those of apps and sidecars, as others do not stay. */
export function declaredPorts(pod: Pod): readonly DeclaredPort[] {
  const roles = new Set(
    listContainers(pod).flatMap(({ name, role }) => (role === 'app' || role === 'sidecar' ? [name] : [])),
  );
  const containers: readonly Container[] = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  return containers
    .filter(({ name }) => roles.has(name))
    .flatMap(({ name: container, ports = [] }) =>
      ports.map(({ name, containerPort, protocol = 'TCP' }) => ({
        name,
        port: containerPort,
        protocol,
        container,
      })),
    );
}

/** A port as its owner writes it: `http (8080)`. */
export function describePort({
  name,
  port,
}: {
  readonly name: string | undefined;
  readonly port: number;
}): string {
  return name === undefined ? `${port}` : `${name} (${port})`;
}
