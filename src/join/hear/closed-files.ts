import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { accessWarnings } from '../../plan/security/user-rules.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { describeIds, findUserIds, forbidsRoot } from '../../pod/containers/container-user.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import type { ClosedFiles } from '../../session/scripts/see-target.ts';
import { hearText, type HeardText } from './hear-text.ts';

const DENIED = ': Permission denied';
/** The files of a process that the kernel opens to few users (ptrace(2)). */
const LOOK = /\/proc\/\d+\/(?:root|cwd|exe|environ|fd|maps|mem)\b/;

/** Listens for a program that was denied the files of another process. */
export function hearDenials(): HeardText {
  return hearText({
    channels: ['stdout', 'stderr'],
    isIn: (text) => text.includes(DENIED) && text.split('\n').some(isDeniedLook),
  });
}

/** Searches each line once, however many files it names, so that a long line takes no time by its square. */
function isDeniedLook(line: string): boolean {
  const look = LOOK.exec(line);
  return look !== null && line.includes(DENIED, look.index);
}

function findDebugContainer(pod: Pod, name: string): EphemeralContainer | undefined {
  return pod.spec.ephemeralContainers?.find((container) => container.name === name);
}

/** undefined without a target, and if a warning has said the same before the container was added. */
function findUntoldTarget(pod: Pod, name: string): string | undefined {
  const container = findDebugContainer(pod, name);
  const target = container?.targetContainerName;
  return container === undefined || accessWarnings(pod, container, target).length > 0 ? undefined : target;
}

/** Explains why the debug container cannot see the files of its target; undefined if that was said before. */
export function explainClosedFiles(
  pod: Pod,
  name: string,
  { process, theirs, ours }: ClosedFiles,
): Explained | undefined {
  const target = findUntoldTarget(pod, name);
  if (target === undefined) return undefined;
  const facts = { pod: podRef(pod).name, namespace: podRef(pod).namespace, target, process };
  return theirs === ours
    ? explainRefusal('files-guarded', facts)
    : explainRefusal('files-closed', { ...facts, theirs, ours });
}

/** Explains, after a command, why it was denied the files of a process; undefined without a target. */
export function explainDenial(pod: Pod, name: string): Explained | undefined {
  const target = findUntoldTarget(pod, name);
  if (target === undefined) return undefined;
  const theirs = findUserIds(pod, target);
  const who = theirs === undefined ? '' : ` (${describeIds(theirs)})`;
  const facts = { pod: podRef(pod).name, namespace: podRef(pod).namespace, target, who };
  return explainRefusal(mayTraceAsRoot(pod, name) ? 'files-denied-to-user' : 'files-denied', facts);
}

function mayTraceAsRoot(pod: Pod, name: string): boolean {
  const container = findDebugContainer(pod, name);
  return container !== undefined && canTrace(container.securityContext) && !forbidsRoot(pod, container);
}
