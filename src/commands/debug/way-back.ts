import { shellText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { ownerOf, userLabel } from '../../pod/containers/container-owner.ts';
import { findContainerState } from '../../pod/containers/container-state.ts';
import { isEphemeralContainer, runningDebugContainers } from '../../pod/containers/debug-containers.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { repeatable } from '../shared/command-hint.ts';
import { attachCommandLine, execCommandLine } from '../../join/end/command-lines.ts';
import type { Debugging } from './debugging.ts';

/**
 * Describes in one line the debug containers of this user that run in the pod already, with the command line that joins the
 * newest; undefined if there is none. The owner is read from a generated name, so containers that were named with -c do not
 * count.
 */
function describeOwnRunning(pod: Pod, { userName, now }: Pick<Io, 'userName' | 'now'>): string | undefined {
  const owner = userLabel(userName);
  const own = runningDebugContainers(pod)
    .filter(({ name }) => owner !== '' && ownerOf(name) === owner)
    .map(({ name }) => ({ name, startMs: startOf(pod, name) }))
    .toReversed() // of two that have started in one second, the later one is newer
    .toSorted((a, b) => b.startMs - a.startMs);
  const [newest] = own;
  if (newest === undefined) return undefined;
  const since = `since ${humanDuration(now().getTime() - newest.startMs)}`;
  const which =
    own.length === 1
      ? `a debug container of yours runs here ${since}`
      : `${own.length} debug containers of yours run here, the newest ${since}`;
  return `${which}: ${attachCommandLine({ ...podRef(pod), container: newest.name })}`;
}

function startOf(pod: Pod, name: string): number {
  const state = findContainerState(pod, name);
  return state.kind === 'running' ? (state.startedAt?.getTime() ?? 0) : 0;
}

/** Says so on a terminal, once for each pod, if the call adds a container. */
export function sayOwnRunning({ io, once, command }: Debugging, pod: Pod | undefined): void {
  const { kind } = command.result;
  if (pod === undefined || !io.terminal.hasErrors || (kind !== 'session' && kind !== 'start')) return;
  const text = describeOwnRunning(pod, io);
  if (text !== undefined) once.note(text);
}

/** A record never replaces one, and a shell in a container that is kept tells no command lines. */
function recordAgain(flag: string): string {
  return /^--record=(?!none$|false$)/.test(flag) ? '--record' : flag;
}

/** The command line that opens another shell in a keeper: this call's with `--reuse` if that finds the keeper. */
export function keeperCommandLine(
  { command, cluster }: Pick<Debugging, 'command' | 'cluster'>,
  pod: Pod,
  container: string,
): string {
  const { exec, request, files, typedFlags } = command;
  const { namespace, name } = podRef(pod);
  const again = typedFlags.map(recordAgain);
  const flags = repeatable(again);
  const isFound = files.length === 0 && request.containerName === undefined;
  if (!isEphemeralContainer(pod, container) || !isFound || flags.length < typedFlags.length)
    return execCommandLine({ namespace, name, container });
  const target = namespace === cluster.namespace ? name : `${namespace}/${name}`;
  const reuse = exec?.reuses === true ? [] : ['--reuse'];
  return shellText(['kubectl-debug', target, ...flags, ...reuse]);
}
