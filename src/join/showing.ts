import { readsStdin } from '../pod/containers/envelope.ts';
import type { Io } from '../io.ts';
import type { Pod, ContainerFields, ContainerRef } from '../pod/types.ts';
import type { ContainerVia, Way } from '../session/choose-way.ts';
import { ownsTerminal } from '../session/input/converse.ts';
import type { DetachKeys } from '../session/input/detach-keys.ts';
import type { ContainerEvents } from '../start/wait/container-events.ts';
import type { StartSigns } from '../start/wait/start-signs.ts';

/** A container to show, and how. */
export interface Showing {
  /** As it was first seen. */
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly ref: ContainerRef;
  readonly signs: StartSigns;
  readonly startTimeoutMs: number;
  readonly detachKeys: DetachKeys;
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  readonly way: Way;
  /** Whether its command is only a shell. */
  readonly runsShell: boolean;
  readonly from: 'start' | 'now';
  /** Whether a running pod was asked for it just now. */
  readonly isJustAdded: boolean;
  /** Whether its pod is deleted afterwards. */
  readonly isRemoved?: boolean;
}

/** A container to wait for and to show. */
export interface Joining {
  /** As it was last seen. */
  readonly pod: Pod;
  readonly container: ContainerFields;
  readonly startTimeoutMs: number;
  readonly detachKeys: DetachKeys;
  /** Whether a lost connection is mended. */
  readonly reconnects: boolean;
  readonly via: ContainerVia;
  /** How long the command may run before it is ended, in milliseconds. */
  readonly runTimeoutMs?: number | undefined;
  /** `start`: everything from the first byte; `now`: what comes from now on, as of a session that others began. */
  readonly from: 'start' | 'now';
  /** Opened, by who closes them, when a running pod was asked for the container; without it they are opened now. */
  readonly events?: ContainerEvents;
  /** Whether its pod is deleted afterwards, so that there is no way back. */
  readonly isRemoved?: boolean;
  /** Told that the session goes on without us, so that its pod must not be deleted. */
  readonly onGoesOn?: () => void;
}

/** Whether keys go to the container one by one. */
export function isTypedInto(io: Io, { container, way }: Pick<Showing, 'container' | 'way'>): boolean {
  const { tty = false } = container;
  return way.kind === 'attach' && ownsTerminal(io, { stdin: readsStdin(container), tty });
}
