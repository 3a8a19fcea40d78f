import type { PodStatus } from '../src/pod/types.ts';

/**
 * How the playground runs one pod. Code passes it when it creates the pod; a request puts it as JSON into the
 * annotation `playground/behaviour`. Times are milliseconds.
 */
export type PodBehaviour = RunBehaviour | ScriptedBehaviour;

/** The containers are local processes. */
export interface RunBehaviour {
  readonly kind: 'run';
  /** By container name; `*` is for the ephemeral containers that are not named. */
  readonly containers?: Readonly<Record<string, ContainerBehaviour>>;
  /** How late the status follows the process; a kubelet's is up to a second late. Default 0. */
  readonly statusLagMs?: number;
  /** Whether the kubelet writes Pulled, Created and Started Events. Default true. */
  readonly events?: boolean;
  /** The kubelet never starts ephemeral containers. */
  readonly ignoresEphemeralContainers?: boolean;
}

export interface ContainerBehaviour {
  /** How long the pull of the image takes. */
  readonly pullMs?: number;
  /** From the pulled image to the start of the process. */
  readonly startDelayMs?: number;
  /** The pull fails: the status is ErrImagePull, then ImagePullBackOff, with this message. */
  readonly pullError?: string;
  /** The container cannot be created: it keeps waiting with this reason and message. */
  readonly waiting?: { readonly reason: string; readonly message: string };
  /** From the start of the process to `ready` and, for a sidecar, `started`. */
  readonly readyAfterMs?: number;
}

/** The pod has no process: its status and logs are given, so that tens of thousands of pods fit in memory. */
export interface ScriptedBehaviour {
  readonly kind: 'scripted';
  readonly status: PodStatus;
  /** By container name; the lines have the pod's creation time. */
  readonly logs?: Readonly<Record<string, readonly string[]>>;
  /** The script of added ephemeral containers; without one they stay ContainerCreating. */
  readonly ephemeral?: {
    readonly startMs: number;
    readonly runMs: number;
    readonly exitCode: number;
    readonly output: readonly string[];
  };
}
