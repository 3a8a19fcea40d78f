import type { PodStatus } from '../src/pod/types.ts';

/**
 * How the playground treats one pod; given when the pod is made from code, or as JSON in the annotation
 * `playground/behaviour` when it is made by a request. Times are milliseconds.
 */
export type PodBehaviour = RunBehaviour | ScriptedBehaviour;

/** Containers are local processes. */
export interface RunBehaviour {
  readonly kind: 'run';
  /** By container name; ephemeral containers that have no row of their own use the row `*`. */
  readonly containers?: Readonly<Record<string, ContainerBehaviour>>;
  /** How far the status runs behind the process, as a kubelet's does by up to a second. Default 0. */
  readonly statusLagMs?: number;
  /** Whether Pulled, Created and Started events are written. Default true. */
  readonly events?: boolean;
  /** The node never picks up ephemeral containers. */
  readonly ignoresEphemeralContainers?: boolean;
}

export interface ContainerBehaviour {
  /** How long the image is pulled. */
  readonly pullMs?: number;
  /** From the pulled image to the start of the process. */
  readonly startDelayMs?: number;
  /** The image cannot be had: the status goes ErrImagePull, ImagePullBackOff with this message. */
  readonly pullError?: string;
  /** The container cannot be made: the waiting reason and message that stay. */
  readonly waiting?: { readonly reason: string; readonly message: string };
  /** From the start of the process to `ready`; a sidecar's `started` comes with it. */
  readonly readyAfterMs?: number;
}

/** No process at all: status and logs come from here, so that ten thousands of pods fit in memory. */
export interface ScriptedBehaviour {
  readonly kind: 'scripted';
  readonly status: PodStatus;
  /** By container name; each line is stamped with the pod's creation time. */
  readonly logs?: Readonly<Record<string, readonly string[]>>;
  /** What an ephemeral container that is added to the pod does; without it, it stays ContainerCreating. */
  readonly ephemeral?: {
    readonly startMs: number;
    readonly runMs: number;
    readonly exitCode: number;
    readonly output: readonly string[];
  };
}
