import { CliError } from '../errors/cli-error.ts';
import { commandText, shellNames } from '../errors/shell-word.ts';
import { findContainerState, readContainerState, type ContainerState } from '../pod/container-state.ts';
import { listContainers, type PodContainer } from '../pod/containers.ts';
import { readMaxLife } from '../pod/keeper.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';

/** Which debug container a session can be attached to, now or once it has started. */
export type DebugContainerChoice =
  | { readonly kind: 'one'; readonly container: ContainerFields }
  /** More than one; only the user can say which. */
  | { readonly kind: 'several'; readonly containers: readonly ContainerFields[] };

function inState(pod: Pod, kinds: readonly ContainerState['kind'][]): readonly ContainerFields[] {
  const { ephemeralContainers = [] } = pod.spec;
  return ephemeralContainers.filter(({ name }) => kinds.includes(findContainerState(pod, name).kind));
}

/** A keeper only sleeps, so that commands can be run in it: a session in it would show nothing. */
function isKeeper(container: ContainerFields): boolean {
  return readMaxLife(container) !== undefined;
}

/** The debug containers of a pod that run now, in the order in which they were added; keepers left out. */
export function runningDebugContainers(pod: Pod): readonly ContainerFields[] {
  return inState(pod, ['running']).filter((container) => !isKeeper(container));
}

function listRunning(pod: Pod): string {
  const names = runningDebugContainers(pod).map(({ name }) => name);
  if (names.length > 0) return `running debug containers: ${shellNames(names)}`;
  const { namespace, name } = podRef(pod);
  const keeper = inState(pod, ['running']).find(isKeeper);
  if (keeper !== undefined)
    return `a command in "${keeper.name}", which is kept for that: ${commandText`kubectl-debug ${name} -n ${namespace} --image=${keeper.image ?? ''} --via=exec --reuse`}`;
  return commandText`kubectl-debug ${name} -n ${namespace} --image=IMAGE -it starts a new one`;
}

/** A copy or a node pod has regular containers only; those of them that a session was opened in take stdin. */
function isJoinable({ role, spec }: PodContainer): boolean {
  return role === 'ephemeral' || spec.stdin === true;
}

function chooseNamed(pod: Pod, name: string): ContainerFields {
  const what = `cannot attach to container "${name}" in ${describePod(pod)}`;
  const container = listContainers(pod).find((candidate) => candidate.name === name);
  if (container === undefined)
    throw new CliError('container-not-found', `${what}: there is no such container`, {
      hint: listRunning(pod),
    });
  if (!isJoinable(container)) {
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
 * Chooses the debug container that `attach POD [-c NAME]` means: the named one, else the only one that runs, else
 * the only one that is on its way up.
 * Throws `container-not-found` when the pod has no such debug container, and `container-not-running`.
 */
export function chooseDebugContainer(pod: Pod, name: string | undefined): DebugContainerChoice {
  if (name !== undefined) return { kind: 'one', container: chooseNamed(pod, name) };
  const running = runningDebugContainers(pod);
  const [first, ...others] =
    running.length > 0 ? running : inState(pod, ['waiting', 'absent']).filter((each) => !isKeeper(each));
  if (first === undefined) {
    throw new CliError('container-not-running', `no debug container runs in ${describePod(pod)}`, {
      hint: listRunning(pod),
    });
  }
  if (others.length === 0) return { kind: 'one', container: first };
  return { kind: 'several', containers: [first, ...others] };
}
