import type { Pod } from '../../../src/pod/types.ts';
import type { KubeletHost } from '../../kubelet.ts';
import type { ContainerBehaviour, RunBehaviour } from '../../pod-behaviour.ts';
import type { Containers } from '../../run/containers.ts';
import type { RoledContainer } from '../containers/container-role.ts';
import type { PodEvents } from './pod-events.ts';
import type { SerialQueue } from './serial-queue.ts';

/** The kubelet's pauses between tries: each is twice as long as the one before, up to the longest. */
export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The parts of the node that all its pods share. */
export interface PlaygroundNode {
  readonly host: KubeletHost;
  readonly containers: Containers;
  readonly backOff: BackOff;
  readonly now: () => Date;
}

/** The parts of a pod that its containers share. */
export interface PodRuntime extends Omit<PlaygroundNode, 'host'> {
  /** The pod as the kubelet first saw it. */
  readonly pod: Pod;
  readonly behaviour: RunBehaviour;
  /** A kubeconfig of the pod's ServiceAccount. */
  readonly kubeconfig: () => string;
  readonly events: PodEvents;
  /** Aborted when the pod ends: nothing starts any more. */
  readonly ending: AbortSignal;
  /** A pod's worker does one thing at a time: a pull holds up the next container. */
  readonly worker: SerialQueue;
  /** Finds the PID namespace that a container joins. */
  readonly findTarget: (container: RoledContainer) => Target;
  /** A container's process has ended. */
  readonly tellEnd: (container: RoledContainer) => void;
}

/** `pid` is the outermost process of the container to join; undefined for a container with its own PID namespace. */
export type Target =
  | { readonly kind: 'found'; readonly pid: number | undefined }
  | { readonly kind: 'not-running'; readonly reason: string; readonly message: string };

/** The pause after this many failures. */
export function backOffMs({ firstMs, longestMs }: BackOff, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/** The behaviour of a container; an ephemeral container without its own has that of `*`. */
export function containerBehaviour(
  { containers = {} }: RunBehaviour,
  { role, spec }: RoledContainer,
): ContainerBehaviour {
  return containers[spec.name] ?? (role === 'ephemeral' ? containers['*'] : undefined) ?? {};
}
