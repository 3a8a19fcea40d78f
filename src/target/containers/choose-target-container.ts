import { commandText } from '../../errors/shell-word.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import {
  describeState,
  findContainerState,
  readContainerState,
} from '../../pod/containers/container-state.ts';
import { findDefaultContainer } from '../../pod/containers/default-container.ts';
import { listContainers, type PodContainer } from '../../pod/containers/containers.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';

/** The container whose processes the debug container shall see, when the user named none. */
export type TargetChoice =
  | { readonly kind: 'one'; readonly name: string }
  | ({ readonly kind: 'none' } & NoTarget)
  /** More than one fits; only the user can say which. */
  | { readonly kind: 'several'; readonly names: readonly string[] };

/** Why no container is a good target. */
interface NoTarget {
  /** The beginning of a sentence, without a full stop. */
  readonly why: string;
  /** A command to learn more: the log of an ended container, or why one does not start. */
  readonly next: string;
}

/** A container that has just restarted is likely to restart again, which ends the debug container too. */
const SETTLED_MS = 10 * 60_000;

/** Most init containers end sooner; a pod is probably stuck in one that runs this long. */
const STUCK_MS = 10_000;

/** Why a container is not a good target now; undefined when it is one. */
function whyNot(pod: Pod, container: PodContainer, now: Date): NoTarget | undefined {
  const state = findContainerState(pod, container.name);
  const what = `container "${container.name}" of ${describePod(pod)}`;
  if (state.kind !== 'running')
    return { why: `${what} is not running (${describeState(state)})`, next: nextOfStopped(pod, container) };
  const ranMs = now.getTime() - (state.startedAt ?? now).getTime();
  return container.role === 'init'
    ? whyNotInit(container, { what, ranMs })
    : whyNotRestarted(pod, container, { what, ranMs, now });
}

interface Run {
  readonly what: string;
  readonly ranMs: number;
}

function whyNotInit({ name }: PodContainer, { what, ranMs }: Run): NoTarget | undefined {
  if (ranMs >= STUCK_MS) return undefined;
  return {
    why: `init ${what} started ${humanDuration(ranMs)} ago, and a debug container ends with its target`,
    next: commandText`if it does not end: --target=${name}`,
  };
}

function whyNotRestarted(
  pod: Pod,
  { name, status }: PodContainer,
  { what, ranMs, now }: Run & { readonly now: Date },
): NoTarget | undefined {
  const last = readContainerState(status?.lastState);
  const endedAt = last.kind === 'terminated' ? last.finishedAt : undefined;
  const agoMs = endedAt === undefined ? ranMs : now.getTime() - endedAt.getTime();
  if ((status?.restartCount ?? 0) === 0 || agoMs >= SETTLED_MS) return undefined;
  return {
    why: `${what} restarted ${humanDuration(agoMs)} ago, and a debug container ends with its target`,
    next: `its log before the restart: ${logLine(pod, name)} --previous`,
  };
}

function nextOfStopped(pod: Pod, { name, status }: PodContainer): string {
  const { namespace, name: podName } = podRef(pod);
  const hasRun = status?.state?.terminated !== undefined || status?.lastState?.terminated !== undefined;
  return hasRun
    ? `its log: ${logLine(pod, name)}`
    : commandText`why: kubectl-debug pods ${podName} -n ${namespace} --explain`;
}

function logLine(pod: Pod, container: string): string {
  const { namespace, name } = podRef(pod);
  return commandText`kubectl logs ${name} -n ${namespace} -c ${container}`;
}

/** The init containers that run now. While one does, no app has started. */
function runningInit(containers: readonly PodContainer[]): readonly PodContainer[] {
  return containers.filter(
    ({ role, status }) => role === 'init' && readContainerState(status?.state).kind === 'running',
  );
}

/**
 * The candidates for the target: the init container that runs now, else the one that the pod's annotation names, else
 * its apps. Sidecars do not count.
 */
function candidatesOf(pod: Pod): readonly PodContainer[] {
  const containers = listContainers(pod);
  const running = runningInit(containers);
  if (running.length > 0) return running;
  const named = findDefaultContainer(pod);
  return named === undefined ? containers.filter(({ role }) => role === 'app') : [named];
}

/** API servers accept no pod without a container, so this is only for the compiler. */
const NO_CONTAINER: NoTarget = { why: 'the pod has no container', next: 'see it: kubectl-debug pods' };

/**
 * Chooses the target container of a pod: an init container that runs, else the one that its annotation names, else its
 * only app container. Rejects a container that does not run or restarted within the last ten minutes, and an init
 * container that has just started: a debug container is in the PID namespace of its target and ends with it.
 */
export function chooseTargetContainer(pod: Pod, now: Date): TargetChoice {
  const judged = candidatesOf(pod).map((container) => ({
    name: container.name,
    why: whyNot(pod, container, now),
  }));
  const [first, ...others] = judged.filter(({ why }) => why === undefined);
  if (first === undefined) return { kind: 'none', ...(judged[0]?.why ?? NO_CONTAINER) };
  if (others.length === 0) return { kind: 'one', name: first.name };
  return { kind: 'several', names: [first, ...others].map(({ name }) => name) };
}
