import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { describePod, podRef } from '../pod-ref.ts';
import type { Pod } from '../types.ts';
import { describeState, ON_ITS_WAY, readContainerState } from '../containers/container-state.ts';
import { findContainer, listContainers, type PodContainer } from '../containers/containers.ts';
import { isKeeper } from '../containers/debug-containers.ts';

/** The longest name of a container: a DNS label (RFC 1123). */
const LONGEST_NAME = 63;

/** The error for a new debug container whose name a container of the pod has; undefined if the name is free. */
export function takenName(pod: Pod, name: string | undefined): CliError | undefined {
  const found = findContainer(pod, name);
  if (found === undefined) return undefined;
  const free = commandText`-c ${nextFreeName(pod, found.name)}`;
  const { what, hint } = found.role === 'ephemeral' ? tellDebug(pod, found, free) : tellOwn(found, free);
  const action = `cannot add a debug container to ${describePod(pod)}`;
  return new CliError('container-exists', `${action}: it already has a ${what}`, { hint });
}

/** `dbg-2` for `dbg`, `dbg-3` for `dbg-2`: the first of these names that no container of the pod has. */
function nextFreeName(pod: Pod, name: string): string {
  const [, base = name, digits = '1'] = /^(.+)-([1-9]\d{0,3})$/.exec(name) ?? [];
  const taken = new Set(listContainers(pod).map((container) => container.name));
  for (let number = Number(digits) + 1; ; number += 1) {
    const end = `-${number}`;
    const free = withoutDashes(base.slice(0, LONGEST_NAME - end.length)) + end;
    if (!taken.has(free)) return free;
  }
}

function withoutDashes(text: string): string {
  return text.endsWith('-') ? withoutDashes(text.slice(0, -1)) : text;
}

interface Told {
  readonly what: string;
  readonly hint: string;
}

/** Who names an app with `-c` often means its processes, as `-c` does in `kubectl exec`. */
function tellOwn({ name }: PodContainer, free: string): Told {
  return {
    what: `container "${name}"`,
    hint: `${commandText`to see its processes: --target=${name}`}; another name: ${free}`,
  };
}

function tellDebug(pod: Pod, { name, spec, status }: PodContainer, free: string): Told {
  const { namespace, name: podName } = podRef(pod);
  const what = `debug container "${name}"`;
  const state = status === undefined ? ({ kind: 'absent' } as const) : readContainerState(status.state);
  const isStarting =
    state.kind === 'absent' || (state.kind === 'waiting' && ON_ITS_WAY.includes(state.reason));
  if (state.kind !== 'running' && !isStarting)
    return { what: `${what} (${describeState(state)})`, hint: `another name: ${free}; or leave out -c` };
  const does = isStarting ? 'is starting' : 'runs';
  if (isKeeper(spec))
    return {
      what: `${what}, which ${does} for commands by exec`,
      hint: `${commandText`to run one in it: kubectl exec -it ${podName} -n ${namespace} -c ${name} -- sh`}; another name: ${free}`,
    };
  return {
    what: `${what}, which ${does}`,
    hint: `${commandText`to join it: kubectl-debug attach ${podName} -n ${namespace} -c ${name}`}; another name: ${free}`,
  };
}
