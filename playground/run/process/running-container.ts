import type { ExecPlan } from './container-plan.ts';
import type { OutputSink, RunningProcess } from './running-process.ts';

/** A container whose first process was started; it may have ended since. */
export interface RunningContainer extends RunningProcess {
  /** Why a runtime could not execute the plan's command in here, in runc's words; undefined when it could. */
  readonly findProblem: (plan: ExecPlan) => string | undefined;
  readonly exec: (plan: ExecPlan, sink: OutputSink) => Promise<RunningProcess>;
}

/** `reason` ends runc's message, such as `executable file not found in $PATH`. */
export type StartResult =
  | { readonly kind: 'running'; readonly container: RunningContainer }
  | { readonly kind: 'failed'; readonly reason: string };
