import { findCondition } from '../conditions.ts';
import type { ContainerState } from '../containers/container-state.ts';
import { isScheduled } from '../is-scheduled.ts';
import { readContainerFacts, type ContainerFacts } from './container-facts.ts';
import { endText, explainContainer, withMessage, type Surroundings } from './explain-container.ts';
import { explainOom } from './explain-oom.ts';
import { explainProcesses } from './explain-processes.ts';
import { explainRoom, warnOfLittleRoom } from './explain-room.ts';
import { hasFinished } from '../has-finished.ts';
import { explainDebugHistory } from './debug-history.ts';
import { explainInitialization, findBlocking } from './explain-initialization.ts';
import { explainHeldJob, explainReadinessGates, explainWholePod } from './explain-whole-pod.ts';
import { readInitialization } from '../columns/initialization.ts';
import { nextSteps, type NextStep } from './next-steps.ts';
import { NO_CLUES, type PodClues } from './pod-clues.ts';
import { podColumns, type PodColumns } from '../columns/pod-columns.ts';
import { readPod } from '../columns/read-pod.ts';
import type { Pod } from '../types.ts';

/** The columns of a pod, and why they read as they do. */
interface PodExplanation {
  readonly columns: PodColumns;
  /** The most general first. They contain text from the cluster and are not printable yet. */
  readonly sentences: readonly string[];
  /** The last log lines of containers; not printable yet. */
  readonly quotes: readonly { readonly title: string; readonly lines: readonly string[] }[];
  /** Commands that may help. */
  readonly steps: readonly NextStep[];
  /**
   * What does not explain the columns: its debug containers, and for a pod that runs and that the user has named what a debug
   * session would meet. Not printable yet.
   */
  readonly asides: readonly string[];
}

interface Facts {
  readonly pod: Pod;
  readonly around: Surroundings;
  readonly columns: PodColumns;
  readonly containers: readonly ContainerFacts[];
  readonly blocking: ContainerFacts | undefined;
  /** As `Initialization.showsApps`. */
  readonly showsApps: boolean;
}

function isReadyContainer({ state, isReady, isStarted, role }: ContainerFacts): boolean {
  const runs = state.kind === 'running';
  return isReady && runs && (role === 'app' || isStarted);
}

/** Explains the unready containers that READY counts, except the one that blocks and those that only wait for it. */
function explainUnready({ containers, blocking, around, showsApps }: Facts): readonly string[] {
  const counted = containers.filter(({ role }) => role === 'app' || role === 'sidecar');
  const others = counted.filter((each) => each !== blocking && !isReadyContainer(each));
  const isHeldUp = ({ state }: ContainerFacts): boolean =>
    blocking !== undefined &&
    !showsApps &&
    (state.kind === 'absent' || (state.kind === 'waiting' && state.reason === 'PodInitializing'));
  return others
    .filter((each) => !isHeldUp(each))
    .map((each) => `${each.title} ${explainContainer(each, around)}`);
}

/** Names the containers that READY leaves out because its count stops at the sidecar that blocks. */
function explainUncounted({ containers, blocking, showsApps }: Facts): readonly string[] {
  if (blocking === undefined) return [];
  const behind = containers.slice(containers.indexOf(blocking) + 1);
  const uncounted = behind.filter(
    (each) => isReadyContainer(each) && (each.role === 'sidecar' || (each.role === 'app' && !showsApps)),
  );
  return uncounted.map(({ title }) => `${title} is ready but not counted: READY stops at "${blocking.name}"`);
}

function areAllReady({ ready }: PodColumns): boolean {
  const [count, total] = ready.split('/');
  return count === total;
}

function explainWord({ columns, containers, blocking }: Facts): readonly string[] {
  if (columns.status === 'NotReady')
    return ['STATUS reads NotReady: some containers have completed while others run'];
  if (columns.status === 'Running' && !areAllReady(columns))
    return ['STATUS reads Running because the containers run; it does not say whether they are ready'];
  const apps = containers.filter(({ role }) => role === 'app');
  const speaker = apps.length < 2 || blocking !== undefined ? undefined : apps.find(says(columns.status));
  return speaker === undefined ? [] : [`STATUS reads ${columns.status} because ${speaker.title} says so`];
}

function says(word: string) {
  return ({ state }: ContainerFacts): boolean =>
    (state.kind === 'waiting' || state.kind === 'terminated') && state.reason === word;
}

/** Whether the last run and the one before ended in the same way, which need not be told twice. */
function hasEndedAlike(state: ContainerState, before: ContainerState): boolean {
  return (
    state.kind === 'terminated' &&
    before.kind === 'terminated' &&
    state.exitCode === before.exitCode &&
    state.signal === before.signal &&
    state.reason === before.reason
  );
}

function explainRestarts({ containers, around }: Facts): readonly string[] {
  return containers.flatMap((each) => {
    const { status, state, lastState, title } = each;
    const count = status?.restartCount ?? 0;
    const isTold = state.kind === 'waiting' && state.reason === 'CrashLoopBackOff';
    if (count === 0 || isTold || lastState.kind !== 'terminated') return [];
    if (hasEndedAlike(state, lastState)) return [];
    const which = state.kind === 'terminated' ? 'the run before' : 'its last run';
    return [`${title} has restarted (${count}); ${which} ${endText(lastState, each, around)}`];
  });
}

function explainDebugContainers({ pod, containers, around }: Facts): readonly string[] {
  const debug = containers.filter(({ role }) => role === 'ephemeral');
  if (debug.length === 0) return [];
  const running = debug.filter(({ state }) => state.kind === 'running').map(({ name }) => `"${name}"`);
  const which = running.length === 0 ? 'none running' : `running: ${running.join(', ')}`;
  return [
    debug.length === 1
      ? `1 debug container (${which}) is not counted in READY`
      : `${debug.length} debug containers (${which}) are not counted in READY`,
    ...explainDebugHistory(pod, around.now),
  ];
}

/** Only a Linux pod that has not ended has room for a debug session that can be told. */
const hasPlace = ({ pod }: Facts): boolean => !hasFinished(pod) && pod.spec.os?.name !== 'windows';

function explainLittleRoom(facts: Facts): readonly string[] {
  return hasPlace(facts) ? warnOfLittleRoom(facts.pod, facts.around.clues.room) : [];
}

/** What a debug session would meet in a pod that the user has named. It helps only where something runs. */
function explainPlace(facts: Facts): readonly string[] {
  const { pod, containers, around } = facts;
  const { room } = around.clues;
  const runs = containers.some(
    ({ role, state }) => (role === 'app' || role === 'sidecar') && state.kind === 'running',
  );
  if (room === undefined || !runs || !hasPlace(facts)) return [];
  return [...explainOom(pod, room), ...explainProcesses(pod), ...explainRoom(pod, room)];
}

/** Explains a pod that is not ready although all of its containers are. */
function explainUnreadyPod({ pod, columns }: Facts): readonly string[] {
  const condition = findCondition(pod, 'Ready');
  if (!areAllReady(columns) || condition?.status === 'True') return [];
  const gates = explainReadinessGates(pod);
  if (gates.length > 0) return gates;
  const { reason = 'no reason given', message = '' } = condition ?? {};
  return [withMessage(`all containers are ready, but the pod is not (${reason})`, message)];
}

function explainFacts(facts: Facts): readonly string[] {
  const { pod, blocking, around, showsApps } = facts;
  const sentences = [
    ...explainWholePod(pod, facts.containers, around),
    ...(blocking === undefined
      ? []
      : explainInitialization(pod, blocking, { ...around, isInitialized: showsApps })),
    ...explainWord(facts),
    ...(isScheduled(pod) ? explainUnready(facts) : []),
    ...explainUncounted(facts),
    ...explainUnreadyPod(facts),
    ...explainHeldJob(pod, facts.containers),
  ];
  const well = sentences.length === 0 ? ['all of its containers are ready'] : [];
  return [...well, ...sentences, ...explainRestarts(facts), ...explainLittleRoom(facts)];
}

function asSentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Explains READY, STATUS and RESTARTS of a pod. Ages are counted up to `now`. */
export function explainPod(pod: Pod, now: Date, clues: PodClues = NO_CLUES): PodExplanation {
  const columns = podColumns(pod, now);
  const initialization = readInitialization(readPod(pod));
  const containers = readContainerFacts(pod);
  const facts = {
    pod,
    columns,
    containers,
    around: { now, clues, restartPolicy: pod.spec.restartPolicy ?? 'Always' },
    blocking: findBlocking(pod, containers, initialization),
    showsApps: initialization.showsApps,
  };
  const steps = nextSteps(pod, { containers, blocking: facts.blocking, clues, now });
  const quotes = containers.flatMap(({ name, title }) => {
    const lines = clues.lastLines.get(name);
    return lines === undefined ? [] : [{ title: `Last log lines of ${title}`, lines }];
  });
  return {
    columns,
    sentences: explainFacts(facts).map(asSentence),
    quotes,
    steps,
    asides: [...explainDebugContainers(facts), ...explainPlace(facts)].map(asSentence),
  };
}
