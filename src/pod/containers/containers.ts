import type { Container, ContainerFields, ContainerStatus, Pod } from '../types.ts';

/** `sidecar` is an init container that keeps running beside the apps (KEP-753); `init` is any other one. */
export type ContainerRole = 'app' | 'sidecar' | 'init' | 'ephemeral';

/** One container of a pod, with its spec and its status. */
export interface PodContainer {
  readonly name: string;
  readonly role: ContainerRole;
  readonly spec: ContainerFields;
  /** undefined until the kubelet writes one. */
  readonly status: ContainerStatus | undefined;
}

/** Whether an init container is a sidecar (KEP-753): the server compares `Always` exactly. */
export function isSidecar(initContainer: Pick<Container, 'restartPolicy'>): boolean {
  return initContainer.restartPolicy === 'Always';
}

function pairWithStatuses(
  specs: readonly ContainerFields[] = [],
  statuses: readonly ContainerStatus[] = [],
  roleOf: (spec: Container) => ContainerRole,
): readonly PodContainer[] {
  return specs.map((spec) => ({
    name: spec.name,
    role: roleOf(spec),
    spec,
    status: statuses.find((status) => status.name === spec.name),
  }));
}

/** The container of this name, whatever its role. */
export function findContainer(pod: Pod, name: string | undefined): PodContainer | undefined {
  return listContainers(pod).find((container) => container.name === name);
}

/** All containers in declared order: init containers and sidecars, apps, ephemeral containers. */
export function listContainers(pod: Pod): readonly PodContainer[] {
  const { spec, status = {} } = pod;
  const initRole = (container: Container): ContainerRole => (isSidecar(container) ? 'sidecar' : 'init');
  return [
    ...pairWithStatuses(spec.initContainers, status.initContainerStatuses, initRole),
    ...pairWithStatuses(spec.containers, status.containerStatuses, () => 'app'),
    ...pairWithStatuses(spec.ephemeralContainers, status.ephemeralContainerStatuses, () => 'ephemeral'),
  ];
}
