import type { Cluster } from '../cluster/cluster.ts';
import { watchContainerEvents, type ContainerEventRequest } from '../cluster/watch/watch-events.ts';
import type { Io } from '../io.ts';
import { makeChange } from '../cluster/watch/change-signal.ts';

/** What the node has reported about a container so far. */
export interface EventSight {
  /** False once reading events was refused, or failed for good. */
  readonly isReadable: boolean;
  readonly isCreated: boolean;
  readonly hasStarted: boolean;
  readonly isPulling: boolean;
  /** When the end of a pull was heard of, in milliseconds of `Io.now`; undefined when there was none. */
  readonly pulledAtMs: number | undefined;
  /** The kubelet's word for the last event; empty when there was none. */
  readonly lastReason: string;
  /** The message of the last pull that failed; empty when there was none. */
  readonly lastPullFailure: string;
  /** The message of the last failure of any other kind, which the status shows up to half a minute later. */
  readonly lastFailure: string;
}

/** Events are a hint, never a condition: the kubelet drops them after 25 a pod, and reading them may be forbidden. */
export interface ContainerEvents {
  readonly latest: () => EventSight;
  /** Since when they are followed, in milliseconds of `Io.now`. */
  readonly openedAtMs: number;
  /** Resolves at the next change; never rejects. */
  readonly changed: () => Promise<void>;
  /** A container that has started has nothing more to report. */
  readonly close: () => void;
}

/** Of a container that no event has told of. */
export const NOTHING_YET: EventSight = {
  isReadable: true,
  isCreated: false,
  hasStarted: false,
  isPulling: false,
  pulledAtMs: undefined,
  lastReason: '',
  lastPullFailure: '',
  lastFailure: '',
};

/** How the kubelet begins the message of an event about a pull that failed. */
const PULL_FAILED = 'Failed to pull image';

/** Follows the events of one container; the caller closes them. */
export function followContainerEvents(
  io: Io,
  cluster: Cluster,
  container: Omit<ContainerEventRequest, 'signal'>,
): ContainerEvents {
  const over = new AbortController();
  const request = { ...container, signal: over.signal };
  const change = makeChange();
  let sight = NOTHING_YET;
  const see = (next: EventSight): void => {
    sight = next;
    change.tell();
  };
  const follow = async (): Promise<void> => {
    for await (const { reason = '', message = '' } of watchContainerEvents(io, cluster, request))
      see(addEvent(sight, { reason, message, atMs: io.now().getTime() }));
  };
  follow().catch(() => see({ ...sight, isReadable: false }));
  const openedAtMs = io.now().getTime();
  return { latest: () => sight, openedAtMs, changed: change.next, close: () => over.abort() };
}

/** The sight after one more event, which was heard at `atMs`. */
function addEvent(
  sight: EventSight,
  event: { readonly reason: string; readonly message: string; readonly atMs: number },
): EventSight {
  const { reason, message, atMs } = event;
  const hasFailed = reason === 'Failed';
  const hasPullFailed = hasFailed && message.startsWith(PULL_FAILED);
  return {
    isReadable: true,
    isCreated: sight.isCreated || reason === 'Created',
    hasStarted: sight.hasStarted || reason === 'Started',
    isPulling: isPullingAfter(reason) ?? sight.isPulling,
    pulledAtMs: sight.isPulling && reason === 'Pulled' ? atMs : sight.pulledAtMs,
    lastReason: reason,
    lastPullFailure: hasPullFailed ? message : sight.lastPullFailure,
    lastFailure: hasFailed && !hasPullFailed ? message : sight.lastFailure,
  };
}

/** undefined for a reason that says nothing about a pull. */
function isPullingAfter(reason: string): boolean | undefined {
  if (reason === 'Pulling') return true;
  return ['Pulled', 'Created', 'Started'].includes(reason) ? false : undefined;
}
