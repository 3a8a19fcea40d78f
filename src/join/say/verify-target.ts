import { checkAccess } from '../../cluster/api/access-review.ts';
import { explainRefusal, type FactsOf } from '../../errors/refusals/refusals.ts';
import { readContainerId } from '../../pod/containers/container-id.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { seeTarget, type SeeingTarget } from '../../session/scripts/see-target.ts';
import type { PodWatch } from '../../cluster/watch/pod-watch.ts';
import { explainClosedFiles } from '../hear/closed-files.ts';
import type { Connected } from '../connected.ts';
import { untilRunning } from '../limit-run.ts';

/** A debug container that was just added. */
export interface Verified {
  readonly ref: ContainerRef;
  readonly watch: PodWatch;
}

/**
 * Warns, once the container runs, that the node has ignored its target, or that the kernel denies the target's files. Costs an
 * exec, so callers do it for a person only; does nothing without the right to exec. Never rejects; ends when the signal is
 * aborted.
 */
export async function verifyTarget(
  { io, cluster, notes }: Connected,
  { ref, watch }: Verified,
  signal: AbortSignal,
): Promise<void> {
  try {
    await untilRunning(watch, ref, signal);
    const latest = watch.latest();
    if (latest.kind === 'gone') return;
    const found = findMarks(latest.pod, ref.container);
    if (found === undefined || !(await mayExec(cluster, ref, signal))) return;
    const { targetName, ...marks } = found;
    const { first, closed } = await seeTarget({ io, cluster }, { ...marks, container: ref }, signal);
    if (first === 'own' && !marks.isPidShared)
      notes.warnOf(explainRefusal('target-ignored', factsOf(latest.pod, ref, targetName)));
    const why = closed && explainClosedFiles(latest.pod, ref.container, closed);
    if (why !== undefined) notes.warnOf(why);
  } catch {
    // The session is over, or the exec failed: a missing warning must not end the session.
  }
}

function factsOf(
  { spec }: Pod,
  { namespace, name, container }: ContainerRef,
  target: string,
): FactsOf<'target-ignored'> {
  return { pod: name, namespace, container, target, node: spec.nodeName ?? 'NAME' };
}

async function mayExec(
  cluster: Connected['cluster'],
  { namespace, name }: ContainerRef,
  signal: AbortSignal,
): Promise<boolean> {
  const question = { verb: 'create', resource: 'pods', subresource: 'exec', namespace, name };
  return (await checkAccess(cluster, question, { signal })) === true;
}

interface Marks extends Omit<SeeingTarget, 'container'> {
  readonly targetName: string;
}

/** undefined without a target, and with the host's processes, which are too many to search. */
function findMarks(pod: Pod, name: string): Marks | undefined {
  const { spec } = pod;
  const targetName = spec.ephemeralContainers?.find(
    (container) => container.name === name,
  )?.targetContainerName;
  if (targetName === undefined || spec.hostPID === true) return undefined;
  const idOf = (container: string): string | undefined =>
    readContainerId(listContainers(pod).find((each) => each.name === container)?.status?.containerID);
  const [ownId, targetId] = [idOf(name), idOf(targetName)];
  if (ownId === undefined || targetId === undefined) return undefined;
  return { ownId, targetId, ownName: name, targetName, isPidShared: spec.shareProcessNamespace === true };
}
