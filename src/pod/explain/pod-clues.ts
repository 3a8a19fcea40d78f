import type { ContainerState } from '../containers/container-state.ts';
import { parseTime } from '../timestamp.ts';
import type { KubernetesEvent } from '../types.ts';

/** What a pod has room in; each is undefined if it is not known. In bytes. */
export interface Room {
  /** The memory of its node. */
  readonly memoryCapacity: bigint | undefined;
  /** What its containers use, as last measured. */
  readonly memoryUsed: bigint | undefined;
}

/** Events and logs that help to explain a pod; either may be empty. */
export interface PodClues {
  /** Read for a pod that the user has named. */
  readonly room?: Room;
  /** Events about the pod and its containers, in any order. */
  readonly events: readonly KubernetesEvent[];
  /** The last log lines of the ended run of each container, by container name. */
  readonly lastLines: ReadonlyMap<string, readonly string[]>;
}

/** The clues when only the pod was read. */
export const NO_CLUES: PodClues = { events: [], lastLines: new Map() };

/** A container that has ended. */
interface Ended {
  readonly name: string;
  readonly end: ContainerState & { readonly kind: 'terminated' };
}

function timeOf({ lastTimestamp, metadata }: KubernetesEvent): number {
  return parseTime(lastTimestamp ?? metadata.creationTimestamp)?.getTime() ?? 0;
}

function latest(events: readonly KubernetesEvent[]): KubernetesEvent | undefined {
  return events.toSorted((one, other) => timeOf(other) - timeOf(one))[0];
}

/** The probe that made the kubelet kill a container, and its last answer, which may be empty. */
export interface FatalProbe {
  readonly kind: 'liveness' | 'startup';
  readonly answer: string;
}

/**
 * The failed probe that ended a run, by the kubelet's event. The exit code does not show it: a process may exit with 0
 * on SIGTERM. Servers keep events for an hour by default.
 */
export function fatalProbeOf(clues: PodClues, { name, end }: Ended): FatalProbe | undefined {
  const own = eventsOf(clues, name, end.startedAt);
  const killing = latest(own.filter(({ reason }) => reason === 'Killing'))?.message ?? '';
  const kind = (['liveness', 'startup'] as const).find((each) => killing.includes(`failed ${each} probe`));
  if (kind === undefined) return undefined;
  return { kind, answer: lastAnswer(own, kind) };
}

/** The last answer of a failing probe; empty without an event about it. */
export function answerOfProbe(
  clues: PodClues,
  kind: 'readiness' | 'startup',
  { name, since }: { readonly name: string; readonly since: Date | undefined },
): string {
  return lastAnswer(eventsOf(clues, name, since), kind);
}

function eventsOf({ events }: PodClues, name: string, since: Date | undefined): readonly KubernetesEvent[] {
  const sinceMs = since?.getTime() ?? 0;
  return events.filter(
    (event) => event.involvedObject.fieldPath?.endsWith(`{${name}}`) === true && timeOf(event) >= sinceMs,
  );
}

function lastAnswer(events: readonly KubernetesEvent[], kind: string): string {
  const failed = new RegExp(`^${kind} probe (?:failed|errored(?: and resulted in \\w+ state)?): `, 'i');
  const said = events.filter(({ reason, message = '' }) => reason === 'Unhealthy' && failed.test(message));
  return (latest(said)?.message ?? '').replace(failed, '').trim();
}

/** The reasons of events about volumes and network, which a pod needs before its first container. */
const SANDBOX_REASONS: readonly string[] = [
  'FailedMount',
  'FailedAttachVolume',
  'FailedMapVolume',
  'FailedCreatePodSandBox',
];

/** Why the preStop hook of a container failed; empty without an event about it. */
export function preStopFailureOf(clues: PodClues, container: string): string {
  const failed = eventsOf(clues, container, undefined).filter(({ reason }) => reason === 'FailedPreStopHook');
  return latest(failed)?.message ?? '';
}

/** The latest event about missing volumes or network. */
export function sandboxFailureOf({ events }: PodClues): KubernetesEvent | undefined {
  return latest(events.filter(({ reason = '' }) => SANDBOX_REASONS.includes(reason)));
}

/** Why the node cannot pull the image of a container; empty without an event about it. */
export function pullFailureOf(clues: PodClues, container: string): string {
  const failed = eventsOf(clues, container, undefined).filter(
    ({ reason, message = '' }) => reason === 'Failed' && message.includes('pull'),
  );
  return latest(failed)?.message ?? '';
}
