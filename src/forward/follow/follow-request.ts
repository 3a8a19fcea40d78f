import type { Connected } from '../../join/connected.ts';
import type { Pod } from '../../pod/types.ts';
import type { Way } from '../way.ts';
import type { PodSource } from './pod-source.ts';

/** What to follow, and how to get into a pod. */
export interface FollowRequest {
  readonly source: PodSource;
  /** How long to wait for the first pod, and for one that nothing but its name stands for, in milliseconds. */
  readonly waitMs: number;
  /** Opens a way into a pod; resolves once it can be used. */
  readonly openWay: (pod: Pod, signal: AbortSignal) => Promise<Way>;
}

/** What the steps of following share. */
export interface Following {
  readonly connected: Connected;
  readonly request: FollowRequest;
}
