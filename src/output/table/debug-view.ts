import { isOfAudit, ownerOf } from '../../pod/containers/container-owner.ts';
import { debugPodKind, listDebugContainers } from '../../pod/containers/debug-containers.ts';
import type { ContainerState } from '../../pod/containers/container-state.ts';
import { commandOf } from '../../pod/containers/envelope.ts';
import { reasonOf } from '../../pod/containers/reason.ts';
import type { Pod } from '../../pod/types.ts';
import { ageText, readShownContainer, stateText, type ShownContainer } from './containers-view.ts';
import { meaningOfState } from './pod-meaning.ts';
import { NONE, type ViewColumn, type ViewParts } from './pod-view.ts';

/** A debug container, or a pod without one. */
interface ShownDebug {
  readonly pod: Pod;
  readonly container: ShownContainer | undefined;
  readonly podSecurity: string;
}

function kindOf({ pod, container }: ShownDebug): string {
  return debugPodKind(pod) ?? (isOfAudit(container?.name ?? '') ? 'audit' : 'debug container');
}

/** Since when a container is in its state. */
function sinceOf(state: ContainerState): Date | undefined {
  if (state.kind === 'running') return state.startedAt;
  return state.kind === 'terminated' ? state.finishedAt : undefined;
}

/** Whose processes the containers of a pod see: those of the node, those of the pod, or each its own. */
function pidMode({ spec }: Pod): string {
  if (spec.hostPID === true) return 'host';
  return spec.shareProcessNamespace === true ? 'shared' : 'container';
}

function targetOf({ pod, container }: ShownDebug): string {
  const spec = pod.spec.ephemeralContainers?.find(({ name }) => name === container?.name);
  return spec?.targetContainerName ?? NONE;
}

/** The command of a debug container; `<none>` if the image sets it. */
function commandCell({ container }: ShownDebug): string {
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
  { title: 'COMMAND', cell: commandCell, isWide: true },
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
  { title: 'KIND', cell: kindOf },
  ...CONTAINER,
  {
    title: 'STARTED BY',
    cell: ({ container }) => (container === undefined ? undefined : ownerOf(container.name)) ?? NONE,
  },
  TARGET,
  { title: 'REASON', cell: ({ pod, container }) => reasonOf(pod, container?.spec) ?? NONE },
  ...WIDE,
];

/** Makes a row for each container, and one for a pod without any. */
function makeItems(
  podSecurityOf: (pod: Pod) => string,
  showsEnded: boolean,
): ViewParts<ShownDebug>['itemsOf'] {
  return (pod, now) => {
    const podSecurity = podSecurityOf(pod);
    const containers = listDebugContainers(pod).map((each) => readShownContainer(each, now));
    const shown = containers.filter(({ state }) => showsEnded || state.kind === 'running');
    if (shown.length === 0) return [{ pod, container: undefined, podSecurity }];
    return shown.map((container) => ({ pod, container, podSecurity }));
  };
}

/** A row for each debug container, and one for each pod without any; without `showsEnded` only running ones. */
export function ephemeralView(
  podSecurityOf: (pod: Pod) => string,
  showsEnded: boolean,
): ViewParts<ShownDebug> {
  return { columns: EPHEMERAL, itemsOf: makeItems(podSecurityOf, showsEnded) };
}

/** What is being debugged, by whom and since when: a row for each debug container, debug copy or node pod. */
export function debuggedView(showsEnded: boolean): ViewParts<ShownDebug> {
  return { columns: DEBUGGED, itemsOf: makeItems(() => '', showsEnded) };
}
