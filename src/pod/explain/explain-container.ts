import type { ContainerFacts } from './container-facts.ts';
import type { ContainerState } from '../containers/container-state.ts';
import { humanDuration } from '../columns/human-duration.ts';
import { answerOfProbe, fatalProbeOf, pullFailureOf, type FatalProbe, type PodClues } from './pod-clues.ts';
import { probeText } from './probe-text.ts';
import type { Container } from '../types.ts';

/** What explains a container, beside the container itself. */
export interface Surroundings {
  /** The pod's: `Always`, `OnFailure` or `Never`. */
  readonly restartPolicy: string;
  readonly now: Date;
  readonly clues: PodClues;
}

const IMAGE_REASONS: readonly string[] = ['ErrImagePull', 'ImagePullBackOff'];

type Of<Kind extends ContainerState['kind']> = ContainerState & { readonly kind: Kind };

/** ` 5m ago`; empty for an unknown moment. */
export function agoText(moment: Date | undefined, now: Date): string {
  return moment === undefined ? '' : ` ${humanDuration(now.getTime() - moment.getTime())} ago`;
}

/** Appends a message of the cluster, if there is one. */
export function withMessage(text: string, message = ''): string {
  return message === '' ? text : `${text}: ${message.trim()}`;
}

function describeProbe({ kind, answer }: FatalProbe, { livenessProbe, startupProbe }: Container): string {
  const probe = kind === 'liveness' ? livenessProbe : startupProbe;
  const what = probe === undefined ? '' : ` (${probeText(probe)})`;
  return withMessage(`, killed by the node because its ${kind} probe${what} failed`, answer);
}

function causeText(end: Of<'terminated'>, { name, spec }: ContainerFacts, { clues }: Surroundings): string {
  const { exitCode, reason } = end;
  const probe = fatalProbeOf(clues, { name, end });
  if (probe !== undefined) return describeProbe(probe, spec);
  const limit = spec.resources?.limits?.['memory'];
  if (reason === 'OOMKilled' && limit !== undefined)
    return `, having used more than its memory limit of ${limit}`;
  const isKilled = exitCode === 137 || exitCode === 143;
  if (!isKilled || reason === 'OOMKilled' || spec.livenessProbe === undefined) return '';
  return `, as a container does when its liveness probe (${probeText(spec.livenessProbe)}) fails`;
}

/** How a run ended: `ended 5m ago with exit code 137 (OOMKilled), having used …`. */
export function endText(end: Of<'terminated'>, container: ContainerFacts, around: Surroundings): string {
  const { exitCode, signal, reason, message, finishedAt } = end;
  const how = signal === 0 ? `exit code ${exitCode}` : `signal ${signal}`;
  const word = reason === '' ? '' : ` (${reason})`;
  return withMessage(
    `ended${agoText(finishedAt, around.now)} with ${how}${word}${causeText(end, container, around)}`,
    message,
  );
}

function explainRunning(
  { startedAt }: Of<'running'>,
  container: ContainerFacts,
  { now, clues }: Surroundings,
): string {
  const { spec, name, isStarted, isReady, role } = container;
  const { startupProbe, readinessProbe } = spec;
  const answer = (kind: 'readiness' | 'startup'): string =>
    answerOfProbe(clues, kind, { name, since: startedAt });
  if (role === 'init') return `runs, started${agoText(startedAt, now)}`;
  if (!isStarted && startupProbe !== undefined)
    return withMessage(
      `runs, but its startup probe (${probeText(startupProbe)}) has not succeeded yet`,
      answer('startup'),
    );
  if (!isStarted) return 'runs, but the node does not report it as started yet';
  if (isReady) return 'runs and is ready';
  return readinessProbe === undefined
    ? 'runs, but the node does not report it as ready'
    : withMessage(
        `runs, but its readiness probe (${probeText(readinessProbe)}) does not succeed`,
        answer('readiness'),
      );
}

/** Why the kubelet cannot pull the image. Older kubelets say only "Back-off pulling image", so events have to tell. */
function whyWaiting(
  { reason, message }: Of<'waiting'>,
  { name }: ContainerFacts,
  { clues }: Surroundings,
): string {
  const isBare = message === '' || /^Back-off pulling image "[^"]*"$/.test(message);
  const pull = isBare && IMAGE_REASONS.includes(reason) ? pullFailureOf(clues, name) : '';
  return pull === '' ? message : pull;
}

function explainWaiting(state: Of<'waiting'>, container: ContainerFacts, around: Surroundings): string {
  const { reason } = state;
  const { lastState, status } = container;
  if (reason === 'CrashLoopBackOff' && lastState.kind === 'terminated') {
    const last = endText(lastState, container, around);
    const times = status?.restartCount ?? 0;
    return `keeps ending, so the node waits before each new start (${reason}, restarts: ${times}); its last run ${last}`;
  }
  if (reason === 'PodInitializing') return 'waits for the init containers';
  return withMessage(reason === '' ? 'waits' : `waits (${reason})`, whyWaiting(state, container, around));
}

function explainEnd(state: Of<'terminated'>, container: ContainerFacts, around: Surroundings): string {
  const text = endText(state, container, around);
  const { restartPolicy: policy = around.restartPolicy, restartPolicyRules: rules = [] } = container.spec;
  const isOver = policy === 'Never' || (policy === 'OnFailure' && state.exitCode === 0);
  return isOver && rules.length === 0 ? `${text}; it is not started again (restartPolicy ${policy})` : text;
}

/** What a container does, and why it is not ready: the sentence after its name, without a full stop. */
export function explainContainer(container: ContainerFacts, around: Surroundings): string {
  const { state } = container;
  switch (state.kind) {
    case 'absent':
      return 'has not been reported by the node yet';
    case 'running':
      return explainRunning(state, container, around);
    case 'waiting':
      return explainWaiting(state, container, around);
    case 'terminated':
      return explainEnd(state, container, around);
  }
}
