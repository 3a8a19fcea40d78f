import type { ContainerState } from '../containers/container-state.ts';
import { parseTime } from '../timestamp.ts';
import type { KubernetesEvent } from '../types.ts';

/** What tells of a pod beside the pod itself; none of it has to be there. */
export interface PodClues {
  /** About the pod and its containers, in no order. */
  readonly events: readonly KubernetesEvent[];
  /** By the name of a container: the last lines of the log of its run that ended. */
  readonly lastLines: ReadonlyMap<string, readonly string[]>;
}

/** Of a pod about which only the pod itself was read. */
export const NO_CLUES: PodClues = { events: [], lastLines: new Map() };

/** A container whose end is to be explained. */
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

/** A probe that the node killed a container for, and what it answered last; the answer may be empty. */
export interface FatalProbe {
  readonly kind: 'liveness' | 'startup';
  readonly answer: string;
}

/**
 * The probe that ended this run, by the event in which the kubelet says so: the exit code does not tell, as a process
 * that hears SIGTERM may well exit with 0. Events are kept for an hour by default.
 */
export function fatalProbeOf(clues: PodClues, { name, end }: Ended): FatalProbe | undefined {
  const own = eventsOf(clues, name, end.startedAt);
  const killing = latest(own.filter(({ reason }) => reason === 'Killing'))?.message ?? '';
  const kind = (['liveness', 'startup'] as const).find((each) => killing.includes(`failed ${each} probe`));
  if (kind === undefined) return undefined;
  return { kind, answer: lastAnswer(own, kind) };
}

/** What a probe of a container answered last when it failed; empty where no event tells. */
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

/** Reasons of the kubelet's events about what a pod needs before its first container. */
const SANDBOX_REASONS: readonly string[] = [
  'FailedMount',
  'FailedAttachVolume',
  'FailedMapVolume',
  'FailedCreatePodSandBox',
];

/** Why the hook failed that the node runs before it asks a container to end; empty where no event tells. */
export function preStopFailureOf(clues: PodClues, container: string): string {
  const failed = eventsOf(clues, container, undefined).filter(({ reason }) => reason === 'FailedPreStopHook');
  return latest(failed)?.message ?? '';
}

/** What the node misses before it can start any container, as it said last. */
export function sandboxFailureOf({ events }: PodClues): KubernetesEvent | undefined {
  return latest(events.filter(({ reason = '' }) => SANDBOX_REASONS.includes(reason)));
}

/** Why an image cannot be pulled, where the status only says that the node waits. */
export function pullFailureOf(clues: PodClues, container: string): string {
  const failed = eventsOf(clues, container, undefined).filter(
    ({ reason, message = '' }) => reason === 'Failed' && message.includes('pull'),
  );
  return latest(failed)?.message ?? '';
}
