import { readContainerState, type ContainerState } from '../../pod/containers/container-state.ts';
import { listContainers, type PodContainer } from '../../pod/containers/containers.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { terminatedText } from '../../pod/columns/initialization.ts';
import { restartsText } from '../../pod/columns/restarts.ts';
import { meaningOfState } from './pod-meaning.ts';
import { NONE, type ViewParts } from './pod-view.ts';

/** A container with its parsed states, and the time to which ages are counted. */
export interface ShownContainer extends PodContainer {
  readonly state: ContainerState;
  readonly lastState: ContainerState;
  readonly now: Date;
}

/** Parses the states of a container; without a status they are `absent`. */
export function readShownContainer(container: PodContainer, now: Date): ShownContainer {
  const { status } = container;
  if (status === undefined)
    return { ...container, now, state: { kind: 'absent' }, lastState: { kind: 'absent' } };
  const lastState = readContainerState(status.lastState);
  return { ...container, now, state: readContainerState(status.state), lastState };
}

/** The state in a word or two: `Running`, `CrashLoopBackOff`, `OOMKilled (137)`. */
export function stateText(state: ContainerState): string {
  switch (state.kind) {
    case 'absent':
      return NONE;
    case 'running':
      return 'Running';
    case 'waiting':
      return state.reason === '' ? 'Waiting' : state.reason;
    case 'terminated':
      return state.reason === '' || state.exitCode === 0
        ? terminatedText(state)
        : `${state.reason} (${state.exitCode})`;
  }
}

/** How long ago a moment was; `<none>` if it is unknown. */
export function ageText(moment: Date | undefined, now: Date): string {
  return moment === undefined ? NONE : humanDuration(now.getTime() - moment.getTime());
}

/** Only apps and sidecars count in READY. */
function readyText({ role, status }: ShownContainer): string {
  return role === 'app' || role === 'sidecar' ? String(status?.ready ?? false) : NONE;
}

function restartText({ status, lastState, now }: ShownContainer): string {
  const lastAt = lastState.kind === 'terminated' ? lastState.finishedAt : undefined;
  return restartsText({ count: status?.restartCount ?? 0, lastAt }, now);
}

function startedAt(state: ContainerState): Date | undefined {
  return state.kind === 'running' || state.kind === 'terminated' ? state.startedAt : undefined;
}

function lastStateText({ lastState }: ShownContainer): string {
  return lastState.kind === 'terminated' ? stateText(lastState) : NONE;
}

/** A row for each container. */
export const CONTAINERS_VIEW: ViewParts<ShownContainer> = {
  itemsOf: (pod, now) => listContainers(pod).map((container) => readShownContainer(container, now)),
  columns: [
    { title: 'CONTAINER', cell: ({ name }) => name },
    { title: 'ROLE', cell: ({ role }) => role },
    { title: 'READY', cell: readyText },
    { title: 'STATE', cell: ({ state }) => ({ text: stateText(state), meaning: meaningOfState(state) }) },
    { title: 'RESTARTS', cell: restartText },
    { title: 'STARTED', cell: ({ state, now }) => ageText(startedAt(state), now) },
    { title: 'LAST STATE', cell: lastStateText, isWide: true },
    { title: 'IMAGE ID', cell: ({ status }) => status?.imageID ?? NONE, isWide: true },
    { title: 'IMAGE', cell: ({ spec }) => spec.image ?? NONE },
  ],
};
