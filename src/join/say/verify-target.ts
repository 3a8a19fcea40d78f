import { checkAccess } from '../../cluster/api/access-review.ts';
import { latestPod, type PodWatch } from '../../cluster/watch/pod-watch.ts';
import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { readContainerId } from '../../pod/containers/container-id.ts';
import { findContainer } from '../../pod/containers/containers.ts';
import { privateTargetOf } from '../../pod/containers/private-target.ts';
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

/** A debug container to verify while its session goes on. */
export interface Verified {
  readonly ref: ContainerRef;
  readonly watch: PodWatch;
  /** Resolves once the session is open, which is up to a second before the status says that the container runs. */
  readonly opened: Promise<void>;
  /** Whether this call has added it, so that its target is worth a warning. */
  readonly isJustAdded: boolean;
  /** Whether a person types into it, who gets links, and a warning about files at once. */
  readonly isTypedInto: boolean;
  /** Told the links that were made, with `, ` between them. */
  readonly onLinks: (links: string) => void;
}

/**
 * Links the files of other containers in a debug container that runs, and warns if the node has ignored its target, or if the
 * kernel denies the target's files to a person. Costs one exec, which nothing waits for; does nothing without the right to
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
    if (now !== undefined && verified.isJustAdded) warnOf(connected, { ...verified, pod: now, text });
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

/**
 * Explains that the runtime has given a debug container processes of its own; undefined if it was asked for no others.
 */
export function explainIgnoredTarget(
  pod: Pod,
  { namespace, name, container }: ContainerRef,
): Explained | undefined {
  const target = privateTargetOf(pod, container);
  if (target === undefined) return undefined;
  const { nodeName: node = 'NAME' } = pod.spec;
  return explainRefusal('target-ignored', { pod: name, namespace, container, target, node });
}

/** A container that this call has added, and that nobody is shown. */
interface Unshown {
  readonly pod: Pod;
  readonly ref: ContainerRef;
}

const AGAIN_MS = 100;

/**
 * Prepares to warn, as `verifyTarget` does, of a container that has started: asks about the right to exec while it starts. The
 * function that is returned never rejects, and ends when the signal is aborted. undefined if there is nothing to verify.
 */
export function prepareToVerify(
  connected: Connected,
  { pod, ref }: Unshown,
  signal: AbortSignal,
): (() => Promise<void>) | undefined {
  const target = privateTargetOf(pod, ref.container);
  const targetId = target === undefined ? undefined : idOf(pod, target);
  if (targetId === undefined) return undefined;
  const allowed = mayExec(connected.cluster, ref, signal).catch(() => false);
  const marks = { ownId: undefined, targetId, ownName: ref.container };
  const asked = { container: ref, targetId, isPidShared: false, linkWords: [] };
  return async () => {
    try {
      if (!(await allowed)) return;
      let text: string | undefined;
      // The event of the start may come before the runtime takes an exec.
      while ((text = await lookAround(connected, asked, signal)) === undefined)
        await connected.io.sleep(AGAIN_MS, signal);
      const isOwn = readTargetView(text, marks).first === 'own';
      const ignored = isOwn ? explainIgnoredTarget(pod, ref) : undefined;
      if (ignored !== undefined) connected.notes.warnOf(ignored);
    } catch {
      // Too late, or the exec failed: a missing warning must not fail the call.
    }
  };
}

interface Answer extends Pick<Verified, 'ref' | 'isTypedInto'> {
  readonly pod: Pod;
  readonly text: string;
}

function warnOf({ notes }: Connected, { pod, ref, text, isTypedInto }: Answer): void {
  const marks = findMarks(pod, ref.container);
  if (marks === undefined) return;
  const { first, closed } = readTargetView(text, marks);
  const ignored = first === 'own' ? explainIgnoredTarget(pod, ref) : undefined;
  if (ignored !== undefined) notes.warnOf(ignored);
  const why = isTypedInto && closed && explainClosedFiles(pod, ref.container, closed);
  if (why !== undefined && why !== false) notes.warnOf(why);
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
function questionsOf(pod: Pod, { ref, isJustAdded, isTypedInto }: Verified) {
  const target = isJustAdded ? targetToVerify(pod, ref.container) : undefined;
  const targetId = target === undefined ? undefined : idOf(pod, target);
  const words = isTypedInto ? linksToMake(pod, ref.container, { isJustAdded }) : [];
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

function findMarks(pod: Pod, name: string): ContainerMarks | undefined {
  const targetName = targetToVerify(pod, name);
  const [ownId, targetId] = [idOf(pod, name), targetName && idOf(pod, targetName)];
  if (targetId === undefined || targetId === '') return undefined;
  return { ownId, targetId, ownName: name };
}
