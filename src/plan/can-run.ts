import { CliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import { findContainerState, type ContainerState } from '../pod/container-state.ts';
import { listContainers } from '../pod/containers.ts';
import { hasFinished } from '../pod/has-finished.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';

/** How the debug container is going to be used, as far as it decides whether the pod can run it. */
export interface Use {
  readonly target: string | undefined;
  /** Whether somebody waits until the container runs. */
  readonly waits: boolean;
  /** For a command line that does work; undefined where none is known. */
  readonly image?: string | undefined;
}

interface Obstacle {
  readonly kind: ErrorKind;
  readonly why: string;
  readonly hint: string;
}

function copyHint(pod: Pod, image: string): string {
  const { namespace, name } = podRef(pod);
  return `debug a copy of it: kubectl-debug ${name} -n ${namespace} --copy-to=${name}-debug --image=${image} -it`;
}

function findPermanentObstacle(pod: Pod, image = 'IMAGE'): Obstacle | undefined {
  const { metadata, status } = pod;
  if (metadata.deletionTimestamp !== undefined) {
    return { kind: 'pod-terminating', why: 'it is being deleted', hint: 'choose a pod that stays' };
  }
  if (hasFinished(pod)) {
    const why = `it has finished (${status?.phase ?? ''}), so nothing can start in it any more`;
    return { kind: 'pod-finished', why, hint: copyHint(pod, image) };
  }
  if (metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) {
    const why = 'it is a static pod, which the node reads from a file, and takes no debug containers';
    return {
      kind: 'pod-static',
      why,
      hint: `look at it from its node: kubectl-debug node/${pod.spec.nodeName ?? 'NAME'} --image=${image} -it`,
    };
  }
  return undefined;
}

const ADD_ANYWAY = '--attach=false adds the debug container all the same, to start once it can';

function findMissingNode({ spec, status }: Pod): Obstacle | undefined {
  if (spec.nodeName !== undefined) return undefined;
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  const reason = condition?.message ?? condition?.reason;
  const why = `it has no node yet${reason === undefined ? '' : ` (${reason})`}`;
  return { kind: 'pod-unscheduled', why, hint: ADD_ANYWAY };
}

function describeState(state: ContainerState): string {
  switch (state.kind) {
    case 'absent':
      return 'not started yet';
    case 'waiting':
      return state.reason === '' ? 'not started yet' : state.reason;
    case 'running':
      return 'running';
    case 'terminated':
      return `${state.reason === '' ? 'ended' : state.reason}, exit code ${state.exitCode}`;
  }
}

function hintWithoutTarget(pod: Pod): string {
  const { namespace, name } = podRef(pod);
  return `debug it without its processes: kubectl-debug ${name} -n ${namespace} --target= `;
}

function findDeadTarget(pod: Pod, { target, image = 'IMAGE' }: Use): Obstacle | undefined {
  // That there is such a container is for the plan to check.
  if (target === undefined || !listContainers(pod).some(({ name }) => name === target)) return undefined;
  const state = findContainerState(pod, target);
  if (state.kind === 'running') return undefined;
  const why = `its container "${target}" does not run (${describeState(state)})`;
  return { kind: 'target-not-running', why, hint: `${hintWithoutTarget(pod)}; or ${copyHint(pod, image)}` };
}

/**
 * Throws for a pod in which an ephemeral container would never start, though the API server takes it: the pod
 * has finished (`pod-finished`), is being deleted (`pod-terminating`) or is static (`pod-static`; this one the
 * server refuses). A pod without a node (`pod-unscheduled`) and a target that does not run
 * (`target-not-running`) may get better, so they only stop who waits; to others they are a warning, returned.
 * A debug container with a target lives in the target's PID namespace and cannot start without it (KEP-277).
 */
export function refuseIfCannotRun(pod: Pod, { target, waits, image }: Use): readonly string[] {
  const permanent = findPermanentObstacle(pod, image);
  const obstacle = permanent ?? findMissingNode(pod) ?? findDeadTarget(pod, { target, waits, image });
  if (obstacle === undefined) return [];
  const { kind, why, hint } = obstacle;
  if (permanent !== undefined || waits) {
    throw new CliError(kind, `cannot debug ${describePod(pod)}: ${why}`, { hint });
  }
  return [`the debug container does not start yet in ${describePod(pod)}: ${why}`];
}
