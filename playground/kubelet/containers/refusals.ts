import { createHash } from 'node:crypto';
import { podRef } from '../../../src/pod/pod-ref.ts';
import type { ContainerStatus, Pod } from '../../../src/pod/types.ts';
import type { Refusal } from '../../kubelet.ts';

/** An attach to a container that does not run: not yet and not any more read the same. */
export function notFoundForAttach(pod: Pod, container: string): Refusal {
  const { namespace, name } = podRef(pod);
  return {
    kind: 'refusal',
    code: 500,
    message: `container ${container} not found in pod ${name}_${namespace}`,
  };
}

/** An exec in a container that does not run. */
export function notFoundForExec(container: string): Refusal {
  return { kind: 'refusal', code: 500, message: `container not found ("${container}")` };
}

/** An exec of a command that the runtime cannot execute; `problem` as from `runcProblem`. */
export function execProblem(problem: string): Refusal {
  const message =
    'error executing command in container: failed to exec in container: failed to start exec ' +
    `"${createHash('sha256').update(problem).digest('hex')}": OCI runtime exec failed: exec failed: ${problem}`;
  return { kind: 'refusal', code: 500, message, isInStream: true };
}

/** A container whose command the runtime cannot execute; `problem` as from `runcProblem`. */
export function startProblem(problem: string): string {
  return (
    'failed to create containerd task: failed to create shim task: ' +
    `OCI runtime create failed: runc create failed: ${problem}`
  );
}

/** What runc says about a command; `reason` such as `executable file not found in $PATH`. */
export function runcProblem(command: string, reason: string): string {
  return `unable to start container process: exec: ${JSON.stringify(command)}: ${reason}: unknown`;
}

/** Which life of a container a log is read of, where the status names it, or why there is none yet. */
export type LogTarget = { readonly kind: 'log'; readonly containerID: string | undefined } | Refusal;

/**
 * Decides by the pod's *status*, as the kubelet does: a process that runs already has no log before the
 * status says so.
 */
export function logTarget(pod: Pod, container: string): LogTarget {
  const where = `container "${container}" in pod "${podRef(pod).name}"`;
  const status = findStatus(pod, container);
  if (status === undefined) return badRequest(`${where} is not available`);
  const { state, lastState } = status;
  if (state?.running !== undefined) return { kind: 'log', containerID: status.containerID };
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
