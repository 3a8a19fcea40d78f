import { CliError } from '../../../errors/cli-error.ts';
import { commandText, shellNames } from '../../../errors/shell-word.ts';
import type { Io } from '../../../io.ts';
import { canAsk, choose } from '../../../output/ask/choose.ts';
import { describeState, readContainerState } from '../../../pod/containers/container-state.ts';
import { findContainer, listContainers, type PodContainer } from '../../../pod/containers/containers.ts';
import { findDefaultContainer } from '../../../pod/containers/default-container.ts';
import { describePod, podRef } from '../../../pod/pod-ref.ts';
import type { Pod } from '../../../pod/types.ts';

/** A pod, and the container of it whose files are meant, if one is named. */
export interface WantedContainer {
  readonly pod: Pod;
  readonly name: string | undefined;
}

/**
 * Chooses the container whose files are meant: the named one, else the one of the pod's annotation, else its only app. It
 * must run, as its files are seen through its process. Throws `target-not-found`, `target-not-running`, and `ambiguous`
 * without a terminal.
 */
export async function chooseContainer(io: Io, wanted: WantedContainer, signal: AbortSignal): Promise<string> {
  const { pod, name } = wanted;
  const container = name === undefined ? await pickContainer(io, pod, signal) : named(pod, name);
  const state = readContainerState(container.status?.state);
  if (state.kind === 'running') return container.name;
  const { namespace, name: podName } = podRef(pod);
  const what = `container "${container.name}" of ${describePod(pod)} is not running (${describeState(state)})`;
  throw new CliError('target-not-running', `${what}: its files are reached through its process`, {
    hint: commandText`why: kubectl-debug pods ${podName} -n ${namespace} --explain`,
  });
}

function named(pod: Pod, name: string): PodContainer {
  const { namespace, name: podName } = podRef(pod);
  const found = findContainer(pod, name);
  if (found === undefined) {
    const names = targetsOf(pod).map((each) => each.name);
    throw new CliError('target-not-found', `${describePod(pod)} has no container "${name}"`, {
      hint: `its containers: ${shellNames(names)}`,
    });
  }
  if (found.role !== 'ephemeral') return found;
  const what = `container "${name}" of ${describePod(pod)} is a debug container, which cannot be a target`;
  throw new CliError('target-not-found', what, {
    hint: `${commandText`if it has tar: kubectl cp -n ${namespace} -c ${name}`} ${commandText`${`${podName}:PATH`}`} LOCAL`,
  });
}

function targetsOf(pod: Pod): readonly PodContainer[] {
  return listContainers(pod).filter(({ role }) => role !== 'ephemeral');
}

async function pickContainer(io: Io, pod: Pod, signal: AbortSignal): Promise<PodContainer> {
  const byAnnotation = findDefaultContainer(pod);
  const candidates = byAnnotation === undefined ? appsOf(pod) : [byAnnotation];
  const [first, ...others] = candidates;
  if (first === undefined)
    throw new CliError('target-not-found', `${describePod(pod)} has no container`, {
      hint: 'name another pod',
    });
  if (others.length === 0) return first;
  const question = `${describePod(pod)} has ${candidates.length} containers`;
  if (!canAsk(io)) {
    const names = candidates.map(({ name }) => name);
    throw new CliError('ambiguous', `${question}, and none is named`, {
      hint: `name one as POD:CONTAINER:PATH or with -c: ${shellNames(names)}`,
    });
  }
  const choices = candidates.map((container) => ({ label: container.name, value: container }));
  return choose(io, { question: `${question}; whose files?`, choices }, signal);
}

function appsOf(pod: Pod): readonly PodContainer[] {
  return listContainers(pod).filter(({ role }) => role === 'app');
}
