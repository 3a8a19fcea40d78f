import { addSample, type Advance, type Sample } from '../../audit/results/text/estimate.ts';
import { countText, numberText } from '../../audit/results/text/count-text.ts';
import { durationText } from '../../audit/results/text/duration-text.ts';
import { progressText } from '../../audit/results/text/progress-text.ts';
import { startProgressLog } from '../../audit/results/sinks/progress-log.ts';
import { OUTCOMES, type RunOutcome, type RunRow } from '../../audit/rows/run-row.ts';
import type { RunResults, RunSummary } from '../../audit/rows/run-results.ts';
import type { Io } from '../../io.ts';

/** The rows of a worker go to its journal. Its log has their number, for people, and none of their output. */
export interface WorkerLog {
  readonly results: RunResults;
  readonly advance: () => Pick<Advance, 'done' | 'running'>;
  /** Writes the last line. */
  readonly end: (end: RunSummary['end']) => void;
  readonly close: () => void;
}

/** Makes the log of a worker, with a line of progress every ten seconds. */
export function makeWorkerLog(
  io: Io,
  { done, total }: { readonly done: number; readonly total: number },
): WorkerLog {
  const log = startProgressLog(io);
  const startMs = io.now().getTime();
  const outcomes = new Map<RunOutcome, number>();
  let advance: Advance = { total, done, running: 0, failed: 0 };
  let samples: readonly Sample[] = [{ atMs: startMs, done }];
  const show = (change: Partial<Advance>): void => {
    advance = { ...advance, ...change };
    log.update(progressText(advance, samples));
  };
  const accept = ({ outcome }: Pick<RunRow, 'outcome'>): Promise<void> => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const failed = advance.failed + (OUTCOMES[outcome] === 'failed' ? 1 : 0);
    samples = addSample(samples, { atMs: io.now().getTime(), done: advance.done + 1 });
    show({ done: advance.done + 1, failed });
    return Promise.resolve();
  };
  return {
    results: { ...NO_RESULTS, accept, progress: (running) => show({ running }) },
    advance: () => ({ done: advance.done, running: advance.running }),
    end: (end) => {
      log.stop();
      io.stderr.write(`${endText(end, outcomes, io.now().getTime() - startMs)}\n`);
    },
    close: log.stop,
  };
}

/** Whoever follows the run shows its results. */
const NO_RESULTS: Omit<RunResults, 'accept' | 'progress'> = {
  begin: () => undefined,
  pauseProgress: () => () => undefined,
  finish: () => Promise.resolve({ unmet: 0 }),
  close: () => Promise.resolve(),
};

const ENDS: Readonly<Record<RunSummary['end'], string>> = {
  complete: 'done',
  canary: 'stopped, as the first debug container did not start',
  failures: 'stopped, as more pods could not be audited than --max-failures allows',
  interrupted: 'stopped, as asked',
};

/** `done: 250 runs in 41s: 248 exited, 2 vanished`. */
function endText(end: RunSummary['end'], outcomes: ReadonlyMap<RunOutcome, number>, tookMs: number): string {
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...outcomes].map(([outcome, count]) => `${numberText(count)} ${outcome}`);
  const which = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `${ENDS[end]}: ${countText(total, 'run')} in ${durationText(tookMs)}${which}`;
}
