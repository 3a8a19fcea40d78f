import type { RunItem } from '../rows/run-item.ts';
import type { Schedule, ScheduledEnd } from './schedule.ts';

interface WorkerPool {
  /** Starts the items that may start now. */
  readonly fill: () => void;
  /** Resolves when nothing runs and nothing can be started any more. Throws the first error of `work`. */
  readonly run: (onChange: () => void) => Promise<void>;
}

/** Runs the items of a schedule, as many at a time as it allows. The first error stops the schedule. */
export function startWorkerPool(
  schedule: Schedule,
  work: (item: RunItem) => Promise<ScheduledEnd>,
): WorkerPool {
  let failure: { readonly error: unknown } | undefined;
  let finish: () => void = () => undefined;
  let notify: () => void = () => undefined;
  const runItem = async (item: RunItem): Promise<void> => {
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
    for (let item = schedule.next(); item !== undefined; item = schedule.next()) void runItem(item);
    notify();
    if (schedule.isOver()) finish();
  };
  return {
    fill,
    run: async (onChange) => {
      notify = onChange;
      await new Promise<void>((resolve) => {
        finish = resolve;
        fill();
      });
      if (failure !== undefined) throw failure.error;
    },
  };
}
