import type { ExecPlan } from './container-plan.ts';
import type { OutputSink, RunningProcess } from './running-process.ts';

/** A container whose first process has started; it may have ended since. */
export interface RunningContainer extends RunningProcess {
  /** runc's reason why it could not execute the command in this container; undefined if it could. */
  readonly findProblem: (plan: ExecPlan) => string | undefined;
  readonly exec: (plan: ExecPlan, sink: OutputSink) => Promise<RunningProcess>;
}

/** `reason` is the end of runc's message, such as `executable file not found in $PATH`. */
export type StartResult =
  | { readonly kind: 'running'; readonly container: RunningContainer }
  | { readonly kind: 'failed'; readonly reason: string };
