import type { TerminalSize } from '../src/io.ts';
import type { Pod, PodRef, PodStatus } from '../src/pod/types.ts';
import type { PodBehaviour } from './pod-behaviour.ts';

/** What the kubelet of the playground is given by the API server of the playground. */
export interface KubeletHost {
  /** The pod as it is stored now; undefined once it is gone. */
  readonly readPod: (ref: PodRef) => Pod | undefined;
  /**
   * How the pod is to be treated: as it was given from code, else as its annotation said, else `run`. It is
   * kept beside the pod, not in it, so that a pod made from code looks like any other; equal ones are shared.
   */
  readonly readBehaviour: (pod: Pod) => PodBehaviour;
  /** Stores a new status and tells the watchers; nothing happens when the pod is gone or has another uid. */
  readonly updateStatus: (ref: PodRef, uid: string, change: (status: PodStatus) => PodStatus) => void;
  /** Records an Event about a pod or, with `container` as `spec.ephemeralContainers{NAME}`, about a container. */
  readonly recordEvent: (ref: PodRef, event: PlaygroundEvent) => void;
}

export interface PlaygroundEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly fieldPath?: string;
}

/** How a process ended; `signal` is a number, 0 when it exited by itself. */
export interface ProcessEnd {
  readonly exitCode: number;
  readonly signal: number;
}

/** One client's view of a running process: an attach or an exec. */
export interface ProcessStreams {
  /** Calls the listeners with each chunk from now on; with a TTY all output is stdout. */
  readonly onStdout: (listener: (chunk: Buffer) => void) => void;
  readonly onStderr: (listener: (chunk: Buffer) => void) => void;
  readonly writeStdin: (chunk: Buffer) => void;
  /** The client's end of input. */
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** For an attach: when the stream ends, with nothing; for an exec: when the process ended. */
  readonly ended: Promise<ProcessEnd | undefined>;
  /** The client went away. */
  readonly detach: () => void;
}

/** A request that the kubelet refuses, in the words and with the code of a real one. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: number;
  readonly message: string;
  /** A real one says this inside of a stream that began well: an exec whose program cannot be started. */
  readonly isInStream?: boolean;
}

export interface StreamOptions {
  readonly container: string;
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

export interface LogOptions {
  readonly container: string;
  readonly follow: boolean;
  readonly timestamps: boolean;
  readonly sinceTime?: Date;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  readonly signal: AbortSignal;
}

/** Runs, or plays, the containers of the playground's pods. */
export interface Kubelet {
  /** Called when a pod was created and whenever its spec changed. */
  readonly sync: (pod: Pod) => void;
  /** Ends what runs for a pod that is being deleted; resolves when nothing is left. */
  readonly remove: (pod: Pod) => Promise<void>;
  readonly attach: (pod: Pod, options: StreamOptions) => ProcessStreams | Refusal;
  readonly exec: (pod: Pod, options: StreamOptions, command: readonly string[]) => ProcessStreams | Refusal;
  readonly log: (pod: Pod, options: LogOptions) => AsyncIterable<Buffer> | Refusal;
  /** Ends every process and removes every file that this kubelet made. */
  readonly close: () => Promise<void>;
}
