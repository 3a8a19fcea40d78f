import type { DebugRequest } from '../../plan/request/debug-request.ts';

/** Which container of a pod a command is to see the processes of. */
export type TargetRule =
  { readonly kind: 'auto' } | { readonly kind: 'none' } | { readonly kind: 'named'; readonly name: string };

/** How many pods may fail by our doing before nothing more is started. */
export type FailureBudget =
  | { readonly kind: 'count'; readonly count: number }
  /** Of those that were tried, 0 to 100. */
  | { readonly kind: 'percent'; readonly percent: number };

/** A part of a run; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** All that says how the pods of one run are audited, and that an interrupted run is resumed with. */
export interface AuditSettings {
  /** What each debug container is made of; its name and target come with the pod. */
  readonly request: DebugRequest;
  readonly concurrency: number;
  readonly maxPerNode: number;
  /** What of a node's `maxPerNode` counts: all that is under way there, or only what is still starting. */
  readonly perNode: 'running' | 'starting';
  readonly timeoutMs: number;
  /** Containers that have to start before the rest are added; 0 for none. */
  readonly canary: number;
  readonly maxFailures: FailureBudget;
  /** In bytes. */
  readonly maxOutput: number;
  readonly reuses: boolean;
  /** Whether a copy of a pod is audited where the pod itself takes no debug container. */
  readonly copies: boolean;
  /** Whether a pod has a run for each of its containers. */
  readonly allContainers: boolean;
  readonly shard: Shard | undefined;
}
