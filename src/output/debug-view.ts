import { listContainers } from '../pod/containers.ts';
import type { ContainerState } from '../pod/container-state.ts';
import { commandOf } from '../pod/envelope.ts';
import type { Pod } from '../pod/types.ts';
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

const COLUMNS: readonly ViewColumn<ShownDebug>[] = [
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
  { title: 'TARGET', cell: targetOf },
  { title: 'PID MODE', cell: ({ pod }) => pidMode(pod) },
  { title: 'POD SECURITY', cell: ({ podSecurity }) => podSecurity },
  { title: 'IMAGE', cell: ({ container }) => container?.spec.image ?? NONE, isWide: true },
  { title: 'COMMAND', cell: commandText, isWide: true },
];

/** A row a debug container, and one for each pod that has none. */
export function debugView(podSecurityOf: (namespace: string) => string): ViewParts<ShownDebug> {
  return {
    columns: COLUMNS,
    itemsOf: (pod, now) => {
      const podSecurity = podSecurityOf(pod.metadata.namespace ?? '');
      const debuggers = listContainers(pod).filter(({ role }) => role === 'ephemeral');
      if (debuggers.length === 0) return [{ pod, container: undefined, podSecurity }];
      return debuggers.map((each) => ({ pod, container: showContainer(each, now), podSecurity }));
    },
  };
}
