import type { Io } from '../io.ts';
import { readsStdin } from '../pod/containers/envelope.ts';
import type { ContainerFields, ContainerRef, Pod } from '../pod/types.ts';
import type { ContainerVia, Way } from '../session/choose-way.ts';
import { ownsTerminal } from '../session/input/converse.ts';
import type { DetachKeys } from '../session/input/detach-keys.ts';
import type { ContainerEvents } from '../start/wait/container-events.ts';
import type { StartSigns } from '../start/wait/start-signs.ts';

/** A container in which a session is wanted, once it runs. */
export interface SessionRequest {
  /** As it was last seen. */
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly startTimeoutMs: number;
  /** How long the command may run before we end it, in milliseconds. */
  readonly runTimeoutMs?: number | undefined;
  readonly detachKeys: DetachKeys;
  /** Whether the pod is deleted afterwards, so that there is no way back. */
  readonly isRemoved: boolean;
  /** Opened, and closed, by the caller that has just added the container; if undefined, `joinContainer` opens its own. */
  readonly events?: ContainerEvents | undefined;
  /**
   * Called when the session goes on without us, so that its pod must not be deleted. A callback, because a lost connection
   * is thrown and returns nothing.
   */
  readonly onGoesOn?: (() => void) | undefined;
}

/** A container whose own command is to be shown. */
export interface JoinRequest extends SessionRequest {
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  /** `start`: everything from the first byte; `now`: what comes from now on in a session that others began. */
  readonly from: 'start' | 'now';
}

/** A container while we watch it: for its start, then for its end. */
export interface WatchedContainer {
  readonly ref: ContainerRef;
  readonly signs: StartSigns;
}

/** A container that is shown while we watch it. */
export interface Watched extends JoinRequest, WatchedContainer {
  readonly way: Way;
  /** Whether its command is only a shell. */
  readonly runsShell: boolean;
}

/** Whether this call has just added the container to a running pod. */
export function isJustAdded({ events }: Pick<Watched, 'events'>): boolean {
  return events !== undefined;
}

/** Whether every key goes to the container at once. */
export function isTypedInto(io: Io, { container, way }: Pick<Watched, 'container' | 'way'>): boolean {
  const { tty = false } = container;
  return way.kind === 'attach' && ownsTerminal(io, { stdin: readsStdin(container), tty });
}
