import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import { accessWarnings } from '../../plan/security/user-rules.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { describeIds, findUserIds, forbidsRoot } from '../../pod/containers/container-user.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { EphemeralContainer, Pod } from '../../pod/types.ts';
import type { Output } from '../../session/local/output.ts';
import type { ClosedFiles } from '../../session/scripts/see-target.ts';
import { hearText, type HeardText } from './hear-text.ts';

const DENIED = ': Permission denied';
/** What the kernel opens to few users of what it shows of a process (ptrace(2)). */
const LOOK = /\/proc\/\d+\/(?:root|cwd|exe|environ|fd|maps|mem)\b/;
/** The same output, in which the words of programs are heard that wanted to see the files of another process. */
export function hearDenials(output: Output): HeardText {
  return hearText(output, {
    channels: ['stdout', 'stderr'],
    isIn: (text) => text.includes(DENIED) && text.split('\n').some(isDeniedLook),
  });
}

/** Looks at each line but once, however many files it names. */
function isDeniedLook(line: string): boolean {
  const look = LOOK.exec(line);
  return look !== null && line.includes(DENIED, look.index);
}

function findDebugContainer(pod: Pod, name: string): EphemeralContainer | undefined {
  return pod.spec.ephemeralContainers?.find((container) => container.name === name);
}

/** undefined without a target, and where it was told before anything was added. */
function findUntoldTarget(pod: Pod, name: string): string | undefined {
  const container = findDebugContainer(pod, name);
  const target = container?.targetContainerName;
  return container === undefined || accessWarnings(pod, container, target).length > 0 ? undefined : target;
}

/** What to say to a person whose debug container turned out not to see the files of its target; undefined for nothing. */
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

/** What to say after a command that was refused a look into a process; undefined where that was no target. */
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
