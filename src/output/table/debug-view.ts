import { ownerOf } from '../../pod/containers/container-owner.ts';
import { debugPodKind, listDebugContainers } from '../../pod/containers/debug-containers.ts';
import type { ContainerState } from '../../pod/containers/container-state.ts';
import { commandOf } from '../../pod/containers/envelope.ts';
import type { Pod } from '../../pod/types.ts';
import { ageText, showContainer, stateText, type ShownContainer } from './containers-view.ts';
import { meaningOfState } from './pod-meaning.ts';
import { NONE, type ViewColumn, type ViewParts } from './pod-view.ts';

/** A debug container, or that a pod has none. */
interface ShownDebug {
  readonly pod: Pod;
  readonly container: ShownContainer | undefined;
  readonly podSecurity: string;
}

/** Since when a container is in its state. */
function sinceOf(state: ContainerState): Date | undefined {
  if (state.kind === 'running') return state.startedAt;
  return state.kind === 'terminated' ? state.finishedAt : undefined;
}

/** Whose processes the containers of a pod see: those of the node, of the whole pod, or each its own. */
function pidMode({ spec }: Pod): string {
  if (spec.hostPID === true) return 'host';
  return spec.shareProcessNamespace === true ? 'shared' : 'container';
}

function targetOf({ pod, container }: ShownDebug): string {
  const spec = pod.spec.ephemeralContainers?.find(({ name }) => name === container?.name);
  return spec?.targetContainerName ?? NONE;
}

/** What was typed behind `--`; none where the image says what runs. */
function commandText({ container }: ShownDebug): string {
  const command = container === undefined ? [] : commandOf(container.spec);
  return command.length === 0 ? NONE : command.join(' ');
}

const CONTAINER: readonly ViewColumn<ShownDebug>[] = [
  { title: 'CONTAINER', cell: ({ container }) => container?.name ?? NONE },
  {
    title: 'STATE',
    cell: ({ container }) =>
      container === undefined
        ? NONE
        : { text: stateText(container.state), meaning: meaningOfState(container.state) },
  },
  {
    title: 'SINCE',
    cell: ({ container }) =>
      container === undefined ? NONE : ageText(sinceOf(container.state), container.now),
  },
];
const WIDE: readonly ViewColumn<ShownDebug>[] = [
  { title: 'IMAGE', cell: ({ container }) => container?.spec.image ?? NONE, isWide: true },
  { title: 'COMMAND', cell: commandText, isWide: true },
];
const TARGET: ViewColumn<ShownDebug> = { title: 'TARGET', cell: targetOf };

const EPHEMERAL: readonly ViewColumn<ShownDebug>[] = [
  ...CONTAINER,
  TARGET,
  { title: 'PID MODE', cell: ({ pod }) => pidMode(pod) },
  { title: 'POD SECURITY', cell: ({ podSecurity }) => podSecurity },
  ...WIDE,
];

const DEBUGGED: readonly ViewColumn<ShownDebug>[] = [
  { title: 'KIND', cell: ({ pod }) => debugPodKind(pod) ?? 'debug container' },
  ...CONTAINER,
  {
    title: 'STARTED BY',
    cell: ({ container }) => (container === undefined ? undefined : ownerOf(container.name)) ?? NONE,
  },
  TARGET,
  ...WIDE,
];

/** A row for each container, and one for a pod in which there is none of them. */
function makeItems(
  podSecurityOf: (namespace: string) => string,
  showsEnded: boolean,
): ViewParts<ShownDebug>['itemsOf'] {
  return (pod, now) => {
    const podSecurity = podSecurityOf(pod.metadata.namespace ?? '');
    const containers = listDebugContainers(pod).map((each) => showContainer(each, now));
    const shown = containers.filter(({ state }) => showsEnded || state.kind === 'running');
    if (shown.length === 0) return [{ pod, container: undefined, podSecurity }];
    return shown.map((container) => ({ pod, container, podSecurity }));
  };
}

/** A row a debug container, and one for each pod that has none; without `showsEnded` only those that run. */
export function ephemeralView(
  podSecurityOf: (namespace: string) => string,
  showsEnded: boolean,
): ViewParts<ShownDebug> {
  return { columns: EPHEMERAL, itemsOf: makeItems(podSecurityOf, showsEnded) };
}

/** What is debugged, whose it is and since when: a row a debug container, those of copies and node pods included. */
export function debuggedView(showsEnded: boolean): ViewParts<ShownDebug> {
  return { columns: DEBUGGED, itemsOf: makeItems(() => '', showsEnded) };
}
