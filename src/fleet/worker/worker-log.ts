import { addSample, type Advance, type Sample } from '../../audit/results/text/estimate.ts';
import { countText, numberText } from '../../audit/results/text/count-text.ts';
import { durationText } from '../../audit/results/text/duration-text.ts';
import { progressText } from '../../audit/results/text/progress-text.ts';
import { startProgressLog } from '../../audit/results/sinks/progress-log.ts';
import { OUTCOMES, type RunOutcome } from '../../audit/rows/run-row.ts';
import type { RunResults, RunSummary } from '../../audit/rows/run-results.ts';
import type { Io } from '../../io.ts';

/** The rows of a worker go to its journal. Its log has their number, for people, and none of their output. */
export interface WorkerLog extends RunResults {
  readonly advance: () => Pick<Advance, 'done' | 'running'>;
}

/** Makes the log of a worker, with a line of progress every ten seconds. `done`: rows that were there before. */
export function makeWorkerLog(io: Io, done: number): WorkerLog {
  const log = startProgressLog(io);
  const startMs = io.now().getTime();
  let advance: Advance = { total: done, done, running: 0, failed: 0 };
  let samples: readonly Sample[] = [{ atMs: startMs, done }];
  const outcomes = new Map<RunOutcome, number>();
  const show = (change: Partial<Advance>): void => {
    advance = { ...advance, ...change };
    log.update(progressText(advance, samples));
  };
  return {
    advance: () => advance,
    begin: ({ total }) => show({ total }),
    progress: (running) => show({ running }),
    accept: ({ outcome }) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const isFailed = OUTCOMES[outcome] === 'failed';
      samples = addSample(samples, { atMs: io.now().getTime(), done: advance.done + 1 });
      show({ done: advance.done + 1, failed: advance.failed + (isFailed ? 1 : 0) });
      return Promise.resolve();
    },
    finish: (summary) => {
      log.stop();
      io.stderr.write(`${endText(summary, outcomes, io.now().getTime() - startMs)}\n`);
      return Promise.resolve({ unmet: 0 });
    },
    close: () => {
      log.stop();
      return Promise.resolve();
    },
  };
}

const ENDS: Readonly<Record<RunSummary['end'], string>> = {
  complete: 'done',
  canary: 'stopped, as the first debug container did not start',
  failures: 'stopped, as more pods could not be audited than --max-failures allows',
  interrupted: 'stopped, as asked',
};

/** `done: 250 runs in 41s: 248 exited, 2 vanished`. */
function endText(
  { end }: RunSummary,
  outcomes: ReadonlyMap<RunOutcome, number>,
  tookMs: number,
): string {
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...outcomes].map(([outcome, count]) => `${numberText(count)} ${outcome}`);
  const which = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `${ENDS[end]}: ${countText(total, 'run')} in ${durationText(tookMs)}${which}`;
}
