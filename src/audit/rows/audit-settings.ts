import type { DebugRequest } from '../../plan/request/debug-request.ts';

/** Which target container a run has: the command sees its processes. */
export type TargetRule =
  { readonly kind: 'auto' } | { readonly kind: 'none' } | { readonly kind: 'named'; readonly name: string };

/** How many pods may fail, `--max-failures`, before nothing more is started. */
export type FailureBudget =
  | { readonly kind: 'count'; readonly count: number }
  /** Of the pods that were tried, 0 to 100. */
  | { readonly kind: 'percent'; readonly percent: number };

/** One of `count` parts of an audit; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** `--collect`: files to read in place of a command to run. */
export interface CollectSettings {
  /** Absolute paths in the containers, as they were typed. */
  readonly paths: readonly string[];
  /** `--output-dir`, absolute. */
  readonly folder: string;
  /** How many bytes all containers together may bring; `maxOutput` is for one. */
  readonly maxTotal: number;
}

/** How the pods of an audit are audited. The journal keeps it, so that a resumed audit uses the same. */
export interface AuditSettings {
  /** The debug container, without its name and target, which depend on the pod. */
  readonly request: DebugRequest;
  readonly concurrency: number;
  readonly maxPerNode: number;
  /** Which commands count for `maxPerNode`: all that run on the node, or only those that are starting. */
  readonly perNode: 'running' | 'starting';
  readonly timeoutMs: number;
  /** How many commands have to run before the other containers are added; may be 0. */
  readonly canary: number;
  readonly maxFailures: FailureBudget;
  /** In bytes: of the output of a command, or of the files of a container. */
  readonly maxOutput: number;
  /** `--reuse`: whether the command runs by exec in a keeper if the pod has one. */
  readonly reuses: boolean;
  /** `--copy`: whether the command runs in a copy of a pod that refuses a debug container. */
  readonly copies: boolean;
  /** `--all-containers`: whether a pod has a run for each of its containers. */
  readonly allContainers: boolean;
  readonly shard: Shard | undefined;
  /** undefined for a command. */
  readonly collect?: CollectSettings;
}

/** The words that say what an audit does in each pod: its command, or the paths that it collects. */
export function workWords({
  request,
  collect,
}: Pick<AuditSettings, 'request' | 'collect'>): readonly string[] {
  return collect === undefined ? request.command : collect.paths.map((path) => `--collect=${path}`);
}
