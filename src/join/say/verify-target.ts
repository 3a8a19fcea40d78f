import { checkAccess } from '../../cluster/api/access-review.ts';
import { latestPod, type PodWatch } from '../../cluster/watch/pod-watch.ts';
import { explainRefusal, type FactsOf } from '../../errors/refusals/refusals.ts';
import { readContainerId } from '../../pod/containers/container-id.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import { hasLinkVariable, linkWords } from '../../pod/containers/link-files.ts';
import { runsInRootfs } from '../../plan/rootfs/rootfs.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import {
  lookAround,
  readLinks,
  readTargetView,
  type ContainerMarks,
} from '../../session/scripts/see-target.ts';
import { explainClosedFiles } from '../hear/closed-files.ts';
import type { Connected } from '../connected.ts';
import { untilRunning } from '../limit-run.ts';

/** A debug container that a person types into. */
export interface Verified {
  readonly ref: ContainerRef;
  readonly watch: PodWatch;
  /** Resolves once the session is open, which is up to a second before the status says that the container runs. */
  readonly opened: Promise<void>;
  /** Whether this call has added it, so that its target is worth a warning. */
  readonly isJustAdded: boolean;
  /** Told the links that were made, with `, ` between them. */
  readonly onLinks: (links: string) => void;
}

/**
 * Links the files of other containers in a debug container that runs, and warns if the node has ignored its target, or if the
 * kernel denies the target's files. Costs one exec, so callers do it for a person only; does nothing without the right to
 * exec. Never rejects; ends when the signal is aborted.
 */
export async function verifyTarget(
  connected: Connected,
  verified: Verified,
  signal: AbortSignal,
): Promise<void> {
  const { ref, watch } = verified;
  try {
    const pod = latestPod(watch);
    if (pod === undefined || questionsOf(pod, verified) === undefined) return;
    const allowed = mayExec(connected.cluster, ref, signal);
    allowed.catch(() => undefined); // awaited below
    await Promise.race([verified.opened, untilRunning(watch, ref, signal)]);
    if (!(await allowed)) return;
    const text = await ask(connected, verified, signal);
    const links = readLinks(text);
    if (links !== undefined) verified.onLinks(links);
    // Until then the id of the debug container is not known.
    await untilRunning(watch, ref, signal);
    const now = latestPod(watch);
    if (now !== undefined && verified.isJustAdded) warnOf(connected, { pod: now, ref, text });
  } catch {
    // The session is over, or the exec failed: a missing warning must not end the session.
  }
}

/** An attach may be open a moment before the runtime takes an exec, so it is tried again once the status says Running. */
async function ask(connected: Connected, verified: Verified, signal: AbortSignal): Promise<string> {
  const { ref, watch } = verified;
  const once = async (): Promise<string | undefined> => {
    const pod = latestPod(watch);
    const questions = pod && questionsOf(pod, verified);
    return questions && lookAround(connected, { ...questions, container: ref }, signal);
  };
  const text = await once();
  if (text !== undefined) return text;
  await untilRunning(watch, ref, signal);
  return (await once()) ?? '';
}

interface Answer {
  readonly pod: Pod;
  readonly ref: ContainerRef;
  readonly text: string;
}

function warnOf({ notes }: Connected, { pod, ref, text }: Answer): void {
  const found = findMarks(pod, ref.container);
  if (found === undefined) return;
  const { targetName, ...marks } = found;
  const { first, closed } = readTargetView(text, marks);
  if (first === 'own' && !isPidShared(pod))
    notes.warnOf(explainRefusal('target-ignored', factsOf(pod, ref, targetName)));
  const why = closed && explainClosedFiles(pod, ref.container, closed);
  if (why !== undefined) notes.warnOf(why);
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

function isPidShared({ spec }: Pod): boolean {
  return spec.shareProcessNamespace === true;
}

function idOf(pod: Pod, container: string): string | undefined {
  return readContainerId(findContainer(pod, container)?.status?.containerID);
}

/** What to ask of the container; undefined if there is nothing to see. */
function questionsOf(pod: Pod, { ref, isJustAdded }: Verified) {
  const target = isJustAdded ? targetToVerify(pod, ref.container) : undefined;
  const targetId = target === undefined ? undefined : idOf(pod, target);
  const words = linksToMake(pod, ref.container, { isJustAdded });
  if (targetId === undefined && words.length === 0) return undefined;
  return { targetId, isPidShared: isPidShared(pod), linkWords: words };
}

/** undefined without a target, and with the host's processes, which are too many to search. */
function targetToVerify({ spec }: Pod, name: string): string | undefined {
  if (spec.hostPID === true) return undefined;
  return spec.ephemeralContainers?.find((container) => container.name === name)?.targetContainerName;
}

/** The script of `--rootfs` has made its links itself, and so has the envelope of a shell when it was started. */
function linksToMake(
  pod: Pod,
  name: string,
  { isJustAdded }: Pick<Verified, 'isJustAdded'>,
): readonly string[] {
  const container = pod.spec.ephemeralContainers?.find((ephemeral) => ephemeral.name === name);
  if (container === undefined || runsInRootfs(container)) return [];
  if (isJustAdded && hasLinkVariable(container)) return [];
  return linkWords(pod, { target: container.targetContainerName });
}

interface Marks extends ContainerMarks {
  readonly targetName: string;
}

function findMarks(pod: Pod, name: string): Marks | undefined {
  const targetName = targetToVerify(pod, name);
  const [ownId, targetId] = [idOf(pod, name), targetName && idOf(pod, targetName)];
  if (targetName === undefined || ownId === undefined || targetId === undefined) return undefined;
  return { ownId, targetId, ownName: name, targetName };
}
