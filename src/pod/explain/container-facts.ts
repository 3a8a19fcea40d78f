import { listContainers, type ContainerRole } from '../containers/containers.ts';
import { readContainerState, type ContainerState } from '../containers/container-state.ts';
import type { Container, ContainerStatus, Pod } from '../types.ts';

/** What the sentences about a container are made from. */
export interface ContainerFacts {
  /** `app container "web"`, `sidecar "proxy"`, … */
  readonly title: string;
  readonly name: string;
  readonly role: ContainerRole;
  readonly spec: Container;
  readonly status: ContainerStatus | undefined;
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  readonly isStarted: boolean;
  readonly isReady: boolean;
}

const TITLES: Readonly<Record<ContainerRole, string>> = {
  app: 'app container',
  sidecar: 'sidecar',
  init: 'init container',
  ephemeral: 'debug container',
};

/** The role and the name of a container in a sentence: `app container "web"`. */
export function titleOf(role: ContainerRole, name: string): string {
  return `${TITLES[role]} "${name}"`;
}

const ABSENT: ContainerState = { kind: 'absent' };

/** All containers of a pod, in declared order. */
export function readContainerFacts(pod: Pod): readonly ContainerFacts[] {
  return listContainers(pod).map(({ name, role, spec, status }) => ({
    title: titleOf(role, name),
    name,
    role,
    spec,
    status,
    state: status === undefined ? ABSENT : readContainerState(status.state),
    lastState: status === undefined ? ABSENT : readContainerState(status.lastState),
    isStarted: status?.started ?? false,
    isReady: status?.ready ?? false,
  }));
}
