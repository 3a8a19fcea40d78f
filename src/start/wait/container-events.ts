import type { Cluster } from '../../cluster/cluster.ts';
import { watchContainerEvents, type ContainerEventRequest } from '../../cluster/watch/watch-events.ts';
import type { Io } from '../../io.ts';
import { makeChange } from '../../cluster/watch/change-signal.ts';

/** What the node's events have reported about a container so far. */
interface ReportedEvents {
  /** False after the server refused to let us read events, or reading failed for good. */
  readonly isReadable: boolean;
  readonly isCreated: boolean;
  readonly hasStarted: boolean;
  readonly isPulling: boolean;
  /** When the event about the end of a pull arrived, in milliseconds of `Io.now`; undefined without one. */
  readonly pulledAtMs: number | undefined;
  /** The reason of the last event; empty without one. */
  readonly lastReason: string;
  /** The message of the last failed pull; empty without one. */
  readonly lastPullFailure: string;
  /** The message of the last other failure; the status has it up to half a minute later. */
  readonly lastFailure: string;
}

/** Events may be missing: the kubelet drops them after 25 a pod, and the user may not be allowed to read them. */
export interface ContainerEvents {
  readonly latest: () => ReportedEvents;
  /** When following began, in milliseconds of `Io.now`. */
  readonly openedAtMs: number;
  /** Resolves at the next change; never rejects. */
  readonly changed: () => Promise<void>;
  /** Call it when the container has started: no further event matters. */
  readonly close: () => void;
}

/** The report before the first event. */
export const NOTHING_REPORTED: ReportedEvents = {
  isReadable: true,
  isCreated: false,
  hasStarted: false,
  isPulling: false,
  pulledAtMs: undefined,
  lastReason: '',
  lastPullFailure: '',
  lastFailure: '',
};

/** Begins the kubelet's message about a failed pull. */
const PULL_FAILED = 'Failed to pull image';

/** Follows the events of one container. The caller closes the result. */
export function followContainerEvents(
  io: Io,
  cluster: Cluster,
  container: Omit<ContainerEventRequest, 'signal'>,
): ContainerEvents {
  const over = new AbortController();
  const request = { ...container, signal: over.signal };
  const change = makeChange();
  let reported = NOTHING_REPORTED;
  const report = (next: ReportedEvents): void => {
    reported = next;
    change.tell();
  };
  const follow = async (): Promise<void> => {
    for await (const { reason = '', message = '' } of watchContainerEvents(io, cluster, request))
      report(addEvent(reported, { reason, message, atMs: io.now().getTime() }));
  };
  follow().catch(() => report({ ...reported, isReadable: false }));
  const openedAtMs = io.now().getTime();
  return { latest: () => reported, openedAtMs, changed: change.next, close: () => over.abort() };
}

/** The report after one more event, which arrived at `atMs`. */
function addEvent(
  before: ReportedEvents,
  event: { readonly reason: string; readonly message: string; readonly atMs: number },
): ReportedEvents {
  const { reason, message, atMs } = event;
  const hasFailed = reason === 'Failed';
  const hasPullFailed = hasFailed && message.startsWith(PULL_FAILED);
  return {
    isReadable: true,
    isCreated: before.isCreated || reason === 'Created',
    hasStarted: before.hasStarted || reason === 'Started',
    isPulling: isPullingAfter(reason) ?? before.isPulling,
    pulledAtMs: before.isPulling && reason === 'Pulled' ? atMs : before.pulledAtMs,
    lastReason: reason,
    lastPullFailure: hasPullFailed ? message : before.lastPullFailure,
    lastFailure: hasFailed && !hasPullFailed ? message : before.lastFailure,
  };
}

/** Whether the image is being pulled after an event with this reason; undefined if it says nothing about that. */
function isPullingAfter(reason: string): boolean | undefined {
  if (reason === 'Pulling') return true;
  return ['Pulled', 'Created', 'Started'].includes(reason) ? false : undefined;
}
