import type { Socket } from 'node:net';
import type { TerminalSize } from '../src/io.ts';
import type { Pod, PodRef, PodStatus } from '../src/pod/types.ts';
import type { PodBehaviour } from './pod-behaviour.ts';

/** The playground's API server as its kubelet sees it. */
export interface KubeletHost {
  /** The stored pod; undefined once it is gone. */
  readonly readPod: (ref: PodRef) => Pod | undefined;
  /**
   * The behaviour of a pod: the one given from code, else the one in its annotation, else `run`. It is stored beside
   * the pod, so that a pod made from code looks like any other; pods with equal behaviours share one object.
   */
  readonly readBehaviour: (pod: Pod) => PodBehaviour;
  /** A kubeconfig of the pod's ServiceAccount, in JSON, in place of the files that a real pod has of it. */
  readonly accountKubeconfig: (pod: Pod) => string;
  /** Stores a new status and tells the watches; does nothing if the pod is gone or has another uid. */
  readonly updateStatus: (ref: PodRef, uid: string, change: (status: PodStatus) => PodStatus) => void;
  /**
   * Records an Event about a pod or, with a `fieldPath` such as `spec.ephemeralContainers{NAME}`, about a container.
   */
  readonly recordEvent: (ref: PodRef, event: PlaygroundEvent) => void;
}

export interface PlaygroundEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly fieldPath?: string;
}

/** How a process ended; `signal` is 0 if it exited by itself. */
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
  /** The client has closed its stdin. */
  readonly endStdin: () => void;
  readonly resize: (size: TerminalSize) => void;
  /** An attach resolves with undefined when its stream ends, an exec with the end of its process. */
  readonly ended: Promise<ProcessEnd | undefined>;
  /** The client has disconnected. */
  readonly detach: () => void;
}

/** A refusal with the message and the status code of a real kubelet. */
export interface Refusal {
  readonly kind: 'refusal';
  readonly code: number;
  readonly message: string;
  /** A real kubelet sends this on the open stream: an exec whose program cannot be started. */
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
  /** The log of the run before, which has ended. */
  readonly isPrevious?: boolean;
  readonly timestamps: boolean;
  readonly sinceTime?: Date;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  readonly signal: AbortSignal;
}

/** Runs the containers of the playground's pods, or plays them from a script. */
export interface Kubelet {
  /** Called after a pod is created and whenever its spec changes. */
  readonly sync: (pod: Pod) => void;
  /** Ends the processes of a pod that is being deleted; resolves when none is left. */
  readonly remove: (pod: Pod) => Promise<void>;
  readonly attach: (pod: Pod, options: StreamOptions) => ProcessStreams | Refusal;
  readonly exec: (pod: Pod, options: StreamOptions, command: readonly string[]) => ProcessStreams | Refusal;
  readonly log: (pod: Pod, options: LogOptions) => AsyncIterable<Buffer> | Refusal;
  /** Connects to a port of a pod, whose containers share the network of this machine. */
  readonly dial: (pod: Pod, port: number) => Socket | Refusal;
  /** Ends every process and removes every file that this kubelet made. */
  readonly close: () => Promise<void>;
}
