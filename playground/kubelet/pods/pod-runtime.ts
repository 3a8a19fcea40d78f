import type { Pod } from '../../../src/pod/types.ts';
import type { KubeletHost } from '../../kubelet.ts';
import type { ContainerBehaviour, RunBehaviour } from '../../pod-behaviour.ts';
import type { Containers } from '../../run/containers.ts';
import type { RoledContainer } from '../containers/container-role.ts';
import type { PodEvents } from './pod-events.ts';
import type { SerialQueue } from './serial-queue.ts';

/** How long a kubelet waits before it tries again; each time twice as long, up to the longest. */
export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** What all pods of a node share. */
export interface PlaygroundNode {
  readonly host: KubeletHost;
  readonly containers: Containers;
  readonly backOff: BackOff;
  readonly now: () => Date;
}

/** What the containers of one pod share. */
export interface PodRuntime extends Omit<PlaygroundNode, 'host'> {
  /** As it was when the kubelet saw it first. */
  readonly pod: Pod;
  readonly behaviour: RunBehaviour;
  readonly events: PodEvents;
  /** Aborted when nothing is to be started or restarted any more. */
  readonly ending: AbortSignal;
  /** A pod's worker does one thing at a time: a container that is pulled holds up the next one. */
  readonly worker: SerialQueue;
  /** Whose processes a container is to see. */
  readonly findTarget: (container: RoledContainer) => Target;
  /** A container's process has ended. */
  readonly tellEnd: (container: RoledContainer) => void;
}

/** `pid` is that of the outermost process of the container to join; undefined for processes of its own. */
export type Target =
  | { readonly kind: 'found'; readonly pid: number | undefined }
  | { readonly kind: 'not-running'; readonly reason: string; readonly message: string };

/** How long the try after `failures` failed ones has to wait. */
export function backOffMs({ firstMs, longestMs }: BackOff, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), longestMs);
}

/** A container's own behaviour, or the row `*` for an ephemeral one without. */
export function containerBehaviour(
  { containers = {} }: RunBehaviour,
  { role, spec }: RoledContainer,
): ContainerBehaviour {
  return containers[spec.name] ?? (role === 'ephemeral' ? containers['*'] : undefined) ?? {};
}
