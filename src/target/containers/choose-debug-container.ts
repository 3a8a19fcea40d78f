import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import { findContainerState, ON_ITS_WAY, readContainerState } from '../../pod/containers/container-state.ts';
import { findContainer, type PodContainer } from '../../pod/containers/containers.ts';
import {
  debugContainersIn,
  isEphemeralContainer,
  isKeeper,
  listDebugContainers,
  runningDebugContainers,
} from '../../pod/containers/debug-containers.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';

/** The debug container to attach a session to, now or when it has started. */
type DebugContainerChoice =
  | { readonly kind: 'one'; readonly container: ContainerFields }
  /** More than one; only the user can say which. */
  | { readonly kind: 'several'; readonly containers: readonly ContainerFields[] };

/** The debug containers that the node is still starting. */
function startingContainers(pod: Pod): readonly ContainerFields[] {
  return debugContainersIn(pod, ['waiting', 'absent']).filter((container) => {
    const state = findContainerState(pod, container.name);
    return !isKeeper(container) && (state.kind !== 'waiting' || ON_ITS_WAY.includes(state.reason));
  });
}

function listRunning(pod: Pod): string {
  const names = runningDebugContainers(pod).map(({ name }) => name);
  if (names.length > 0) return `running debug containers: ${shellNames(names)}`;
  const { namespace, name } = podRef(pod);
  const keeper = debugContainersIn(pod, ['running']).find(isKeeper);
  if (keeper !== undefined) {
    // --reuse does not look for keepers in copies and node pods.
    const line = isEphemeralContainer(pod, keeper.name)
      ? commandText`kubectl-debug ${name} -n ${namespace} --image=${keeper.image ?? ''} --via=exec --reuse`
      : commandText`kubectl exec ${name} -n ${namespace} -c ${keeper.name}`;
    return `to run a command in "${keeper.name}", which is kept for that: ${line} -- COMMAND`;
  }
  const [starting] = startingContainers(pod);
  if (starting !== undefined)
    return `to wait for one that starts: ${commandText`kubectl-debug attach ${name} -n ${namespace} -c ${starting.name}`}`;
  return commandText`to start a new one: kubectl-debug ${name} -n ${namespace}`;
}

/** Whether a session can join the container. In debug pods of other tools, only its stdin shows that. */
function isJoinable(pod: Pod, { name, spec }: PodContainer): boolean {
  return spec.stdin === true || listDebugContainers(pod).some((each) => each.name === name);
}

function chooseNamed(pod: Pod, name: string): ContainerFields {
  const what = `cannot attach to container "${name}" in ${describePod(pod)}`;
  const container = findContainer(pod, name);
  if (container === undefined)
    throw new CliError('container-not-found', `${what}: there is no such container`, {
      hint: listRunning(pod),
    });
  if (!isJoinable(pod, container)) {
    const ref = podRef(pod);
    throw new CliError(
      'container-not-found',
      `${what}: it is a container of the pod itself, not a debug container`,
      {
        hint: commandText`kubectl attach ${ref.name} -n ${ref.namespace} -c ${name}`,
      },
    );
  }
  const state = readContainerState(container.status?.state);
  if (state.kind !== 'terminated') return container.spec;
  throw new CliError('container-not-running', `${what}: it has ended with exit code ${state.exitCode}`, {
    hint: listRunning(pod),
  });
}

/**
 * Chooses the debug container of `attach POD [-c NAME]`: the named one, else the only one that runs, else, if none
 * runs, the only one that is starting. Throws `container-not-found` when the pod has no such debug container, and
 * `container-not-running`.
 */
export function chooseDebugContainer(pod: Pod, name: string | undefined): DebugContainerChoice {
  if (name !== undefined) return { kind: 'one', container: chooseNamed(pod, name) };
  const running = runningDebugContainers(pod);
  const [first, ...others] = running.length > 0 ? running : onlyStarting(pod);
  if (first === undefined) {
    throw new CliError('container-not-running', describeNone(pod), { hint: listRunning(pod) });
  }
  if (others.length === 0) return { kind: 'one', container: first };
  return { kind: 'several', containers: [first, ...others] };
}

/** The starting container to wait for, if it is the only candidate. */
function onlyStarting(pod: Pod): readonly ContainerFields[] {
  const starting = startingContainers(pod);
  const isAlone = starting.length === 1 && debugContainersIn(pod, ['running']).length === 0;
  return isAlone ? starting : [];
}

function describeNone(pod: Pod): string {
  const kept = debugContainersIn(pod, ['running']).map(({ name }) => `"${name}"`);
  if (kept.length === 0) return `no debug container runs in ${describePod(pod)}`;
  const what = `${kept.join(', ')} only ${kept.length === 1 ? 'runs' : 'run'}`;
  return `no session can be opened in ${describePod(pod)}: ${what} commands of --via=exec`;
}
