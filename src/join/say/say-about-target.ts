import { explainRefusal, type Explained } from '../../errors/refusals/refusals.ts';
import type { Notes } from '../../output/say/notes.ts';
import { canTrace } from '../../pod/containers/container-capabilities.ts';
import { findContainerEnd } from '../../pod/containers/container-state.ts';
import { endedContainers, type EndedContainer } from '../../pod/containers/ended-containers.ts';
import { readsStdin } from '../../pod/containers/envelope.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ContainerFields, EphemeralContainer, Pod } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';

/** What is left of a process that was killed with its PID namespace. */
const KILLED = 137;

function targetOf(pod: Pod, name: string): string | undefined {
  const debug = pod.spec.ephemeralContainers?.find(
    (container: EphemeralContainer) => container.name === name,
  );
  return debug?.targetContainerName;
}

/** Says before a session that a process which is held by a debugger fails its liveness probe, and is killed for it. */
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

/** A container that was shown, the pod as it was before, and as it was seen last. */
export interface Shown {
  readonly before: Pod;
  readonly now: Pod;
  readonly container: ContainerFields;
  readonly outcome: Outcome;
}

/** Says after a session which containers of the pod ended meanwhile, above all a target that took the session with it. */
export function sayAboutEnds({ before, now, container, outcome }: Shown, notes: Notes): void {
  const target = targetOf(now, container.name);
  for (const ended of endedContainers(before, now)) {
    if (ended.name === target && wasKilled({ now, container, outcome }))
      notes.warnOf(explainLostTarget(now, container.name, ended));
    else notes.note(`${describeEnd(ended)} during the session`);
  }
}

/** A command that is killed leaves no record of its end; the status has the one of its container. */
function wasKilled({ now, container, outcome }: Omit<Shown, 'before'>): boolean {
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
