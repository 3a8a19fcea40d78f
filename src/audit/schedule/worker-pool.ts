import type { RunItem } from '../rows/run-item.ts';
import type { Schedule, ScheduledEnd } from './schedule.ts';

/** Who carries the items of a schedule out. */
export interface WorkerPool {
  /** Starts what can be started now. */
  readonly fill: () => void;
  /** Resolves once nothing runs and nothing can be started any more. */
  readonly run: (onChange: () => void) => Promise<void>;
}

/** Starts items as the schedule lets it, until it has none; the first failure stops it and is thrown in the end. */
export function startWorkerPool(
  schedule: Schedule,
  work: (item: RunItem) => Promise<ScheduledEnd>,
): WorkerPool {
  let failure: { readonly error: unknown } | undefined;
  let finish: () => void = () => undefined;
  let tell: () => void = () => undefined;
  const carryOut = async (item: RunItem): Promise<void> => {
    try {
      schedule.finished(item, await work(item));
    } catch (error) {
      failure ??= { error };
      schedule.stop('failures');
      schedule.finished(item, 'error');
    }
    fill();
  };
  const fill = (): void => {
    for (let item = schedule.next(); item !== undefined; item = schedule.next()) void carryOut(item);
    tell();
    if (schedule.running() === 0) finish();
  };
  return {
    fill,
    run: async (onChange) => {
      tell = onChange;
      await new Promise<void>((resolve) => {
        finish = resolve;
        fill();
      });
      if (failure !== undefined) throw failure.error;
    },
  };
}
