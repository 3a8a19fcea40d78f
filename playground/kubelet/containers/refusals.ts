import { createHash } from 'node:crypto';
import { podRef } from '../../../src/pod/pod-ref.ts';
import type { ContainerStatus, Pod } from '../../../src/pod/types.ts';
import type { LogOptions, Refusal } from '../../kubelet.ts';

/** The refusal of an attach to a container that does not run, whether it has not started or has ended. */
export function notFoundForAttach(pod: Pod, container: string): Refusal {
  const { namespace, name } = podRef(pod);
  return {
    kind: 'refusal',
    code: 500,
    message: `container ${container} not found in pod ${name}_${namespace}`,
  };
}

/** The refusal of an exec in a container that does not run. */
export function notFoundForExec(container: string): Refusal {
  return { kind: 'refusal', code: 500, message: `container not found ("${container}")` };
}

/** What containerd says of a connection to a pod whose network is gone. */
export function noSandbox(): Refusal {
  return { kind: 'refusal', code: 500, message: 'failed to find sandbox "4c2f" in store: not found' };
}

/** The refusal of an exec whose command the runtime cannot execute; `problem` is from `runcProblem`. */
export function execProblem(problem: string): Refusal {
  const message =
    'error executing command in container: failed to exec in container: failed to start exec ' +
    `"${createHash('sha256').update(problem).digest('hex')}": OCI runtime exec failed: exec failed: ${problem}`;
  return { kind: 'refusal', code: 500, message, isInStream: true };
}

/** The message about a container whose command the runtime cannot execute; `problem` is from `runcProblem`. */
export function startProblem(problem: string): string {
  return (
    'failed to create containerd task: failed to create shim task: ' +
    `OCI runtime create failed: runc create failed: ${problem}`
  );
}

/** runc's message about a command; `reason` is for example `executable file not found in $PATH`. */
export function runcProblem(command: string, reason: string): string {
  return `unable to start container process: exec: ${JSON.stringify(command)}: ${reason}: unknown`;
}

/** The instance of a container whose log is read, if the status has its ID, or the refusal. */
type LogTarget = { readonly kind: 'log'; readonly containerID: string | undefined } | Refusal;

/**
 * Decides by the pod's *status*, as the kubelet does: a running process has no log until the status says that it runs.
 */
export function logTarget(
  pod: Pod,
  { container, isPrevious }: Pick<LogOptions, 'container' | 'isPrevious'>,
): LogTarget {
  const where = `container "${container}" in pod "${podRef(pod).name}"`;
  const status = findStatus(pod, container);
  if (status === undefined) return badRequest(`${where} is not available`);
  return isPrevious === true ? previousTarget(status, where) : currentTarget(status, where);
}

function previousTarget({ lastState }: ContainerStatus, where: string): LogTarget {
  const end = lastState?.terminated;
  if (end === undefined) return badRequest(`previous terminated ${where} not found`);
  return { kind: 'log', containerID: end.containerID };
}

function currentTarget({ state, lastState, containerID }: ContainerStatus, where: string): LogTarget {
  if (state?.running !== undefined) return { kind: 'log', containerID };
  const end = state?.terminated ?? lastState?.terminated;
  if (end !== undefined) return { kind: 'log', containerID: end.containerID };
  return badRequest(`${where} is waiting to start: ${waitingText(state?.waiting?.reason)}`);
}

const WAITING_TEXTS: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
};

function waitingText(reason = 'ContainerCreating'): string {
  return WAITING_TEXTS[reason] ?? reason;
}

function badRequest(message: string): Refusal {
  return { kind: 'refusal', code: 400, message };
}

/** The status of a container of any kind. */
export function findStatus({ status }: Pod, container: string): ContainerStatus | undefined {
  const {
    containerStatuses = [],
    initContainerStatuses = [],
    ephemeralContainerStatuses = [],
  } = status ?? {};
  return [...containerStatuses, ...initContainerStatuses, ...ephemeralContainerStatuses].find(
    ({ name }) => name === container,
  );
}
