import { CliError } from '../errors/cli-error.ts';
import { explainRefusal, type Explained } from '../errors/refusals/refusals.ts';
import { describeState, findContainerState } from '../pod/containers/container-state.ts';
import { findContainer } from '../pod/containers/containers.ts';
import { findCondition } from '../pod/conditions.ts';
import { hasFinished } from '../pod/has-finished.ts';
import { isScheduled } from '../pod/is-scheduled.ts';
import { describePod, podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';
import { imageFlag } from './request/image-flag.ts';

/** The part of a request that decides whether the pod can run the debug container. */
interface ContainerUse {
  readonly target: string | undefined;
  /** Whether the command waits until the container runs. */
  readonly waits: boolean;
  /** The image for the command lines in hints; undefined when none is known. */
  readonly image?: string | undefined;
}

interface Obstacle extends Explained {
  /** Whether it will never go away. */
  readonly isPermanent: boolean;
}

function findPermanentObstacle(pod: Pod, image: string | undefined): Explained | undefined {
  const { metadata, spec, status } = pod;
  const { namespace, name } = podRef(pod);
  if (metadata.deletionTimestamp !== undefined) return explainRefusal('pod-terminating', { namespace });
  if (hasFinished(pod)) {
    const facts = { pod: name, namespace, phase: status?.phase ?? '', image: imageFlag(image) };
    return explainRefusal('pod-finished', facts);
  }
  if (metadata.annotations?.['kubernetes.io/config.mirror'] === undefined) return undefined;
  return explainRefusal('pod-static', { node: spec.nodeName ?? 'NAME', image: imageFlag(image) });
}

function findMissingNode(pod: Pod): Explained | undefined {
  if (isScheduled(pod)) return undefined;
  const condition = findCondition(pod, 'PodScheduled');
  const said = condition?.message ?? condition?.reason;
  const { namespace, name } = podRef(pod);
  const reason = said === undefined ? '' : ` (${said})`;
  return explainRefusal('pod-unscheduled', { pod: name, namespace, reason });
}

function findDeadTarget(pod: Pod, { target, image }: ContainerUse): Explained | undefined {
  // `checkEphemeralRequestAgainst` refuses a target that the pod does not have.
  if (target === undefined || findContainer(pod, target) === undefined) return undefined;
  const state = findContainerState(pod, target);
  if (state.kind === 'running') return undefined;
  const { namespace, name } = podRef(pod);
  const facts = { pod: name, namespace, target, state: describeState(state), image: imageFlag(image) };
  return explainRefusal('target-not-running', facts);
}

function findObstacle(pod: Pod, use: ContainerUse): Obstacle | undefined {
  const permanent = findPermanentObstacle(pod, use.image);
  const obstacle = permanent ?? findMissingNode(pod) ?? findDeadTarget(pod, use);
  return obstacle && { ...obstacle, isPermanent: permanent !== undefined };
}

/**
 * Throws for a pod in which an ephemeral container would never start, although the API server accepts it: the pod has
 * finished (`pod-finished`) or is being deleted (`pod-terminating`). Throws `pod-static` for a static pod, where the
 * server refuses it. A missing node (`pod-unscheduled`) and a target that does not run (`target-not-running`) may be
 * temporary: they are errors with `waits`, else returned as warnings. A debug container with a target joins the
 * target's PID namespace and cannot start without it (KEP-277).
 */
export function refuseIfCannotRun(pod: Pod, use: ContainerUse): readonly string[] {
  const obstacle = findObstacle(pod, use);
  if (obstacle === undefined) return [];
  const { kind, why, hint } = obstacle;
  if (obstacle.isPermanent || use.waits) {
    throw new CliError(kind, `cannot debug ${describePod(pod)}: ${why}`, { hint });
  }
  return [`the debug container does not start yet in ${describePod(pod)}: ${why}`];
}
