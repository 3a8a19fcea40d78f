import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import type { Notes } from '../../output/say/notes.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { endedContainers, type EndedContainer } from '../../pod/containers/ended-containers.ts';
import { readsStdin } from '../../pod/containers/envelope.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ContainerFields, EphemeralContainer, Pod } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';

/** The exit code of SIGKILL, which ends all processes of a PID namespace with its first one. */
const KILLED = 137;

function targetOf(pod: Pod, name: string): string | undefined {
  const debug = pod.spec.ephemeralContainers?.find(
    (container: EphemeralContainer) => container.name === name,
  );
  return debug?.targetContainerName;
}

/** Warns before a session that the kubelet restarts a container whose liveness probe fails while a debugger stops it. */
export function sayAboutProbes(pod: Pod, container: ContainerFields, notes: Notes): void {
  if (!readsStdin(container) || !canTrace(container.securityContext)) return;
  const target = targetOf(pod, container.name);
  const isSeen = (name: string): boolean => pod.spec.shareProcessNamespace === true || name === target;
  const { containers, initContainers = [] } = pod.spec;
  const probed = [...containers, ...initContainers].find(
    ({ name, livenessProbe }) => isSeen(name) && livenessProbe !== undefined,
  );
  if (probed === undefined) return;
  notes.warn(
    `container "${probed.name}" has a liveness probe: a debugger that stops it for long gets it restarted; a copy has no probes: --copy-to`,
  );
}

/** A session that has ended, and its pod before and after. */
interface EndedSession {
  readonly before: Pod;
  readonly now: Pod;
  readonly container: ContainerFields;
  readonly outcome: Outcome;
}

/** Says after a session which containers of the pod ended meanwhile; warns if the end of the target has ended the session. */
export function sayAboutEnds({ before, now, container, outcome }: EndedSession, notes: Notes): void {
  const target = targetOf(now, container.name);
  for (const ended of endedContainers(before, now)) {
    if (ended.name === target && wasKilled({ now, container, outcome }))
      notes.warnOf(explainLostTarget(now, container.name, ended));
    else notes.note(`${describeEnd(ended)} during the session`);
  }
}

/** A killed command has written no record, so the status tells its exit code. */
function wasKilled({ now, container, outcome }: Omit<EndedSession, 'before'>): boolean {
  const exitCode =
    outcome.kind === 'exited' ? outcome.exitCode : findContainerEnd(now, container.name)?.exitCode;
  return exitCode === KILLED;
}

function describeEnd({ name, exitCode, isRestarted }: EndedContainer): string {
  const code = exitCode === undefined ? '' : ` (exit code ${exitCode})`;
  return `container "${name}" ${isRestarted ? 'ended and was restarted' : 'ended'}${code}`;
}

function explainLostTarget(pod: Pod, container: string, ended: EndedContainer): Explained {
  const { namespace, name } = podRef(pod);
  return explainRefusal('target-ended', { pod: name, namespace, container, end: describeEnd(ended) });
}
