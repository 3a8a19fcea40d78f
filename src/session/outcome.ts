import type { InterruptName } from '../errors/interrupted.ts';

/**
 * How a session ended.
 * - `exited`: the command ended with this code, which is ours too.
 * - `detached`: we left, the container runs on.
 * - `lost`: the connection broke for good; the command may still run.
 * - `incomplete`: the command ended, but part of its output is known to be missing.
 * - `unknown`: the command has ended or its pod is gone, and no exit code can be read.
 */
export type Outcome =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly reason: string; readonly message: string }
  | { readonly kind: 'detached'; readonly by: DetachReason }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'incomplete'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** What made us leave. */
export type DetachReason = 'keys' | InterruptName;
