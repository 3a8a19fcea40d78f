import type { Io } from '../../../io.ts';
import { startProgress, type Progress } from '../../../output/say/progress.ts';
import { addSample, type Advance, type Sample } from '../text/estimate.ts';
import { progressText } from '../text/progress-text.ts';
import type { DoneElsewhere } from '../../rows/run-results.ts';
import { startProgressLog } from './progress-log.ts';
import type { RowSink } from './row-sink.ts';

function start(io: Io, isQuiet: boolean): Progress {
  const isSpinner = isQuiet || (io.terminal.hasErrors && io.env['TERM'] !== 'dumb');
  return isSpinner ? startProgress(io, { quiet: isQuiet }) : startProgressLog(io);
}

const NOTHING: DoneElsewhere = { done: 0, failed: 0 };

/** Counts what is done by its rows, and by what is known from elsewhere. */
function makeCounter(io: Pick<Io, 'now'>) {
  let advance: Advance = { total: 0, done: 0, running: 0, failed: 0 };
  let rows = NOTHING;
  let told: DoneElsewhere | undefined;
  let samples: readonly Sample[] = [];
  const sample = (): Sample => ({ atMs: io.now().getTime(), done: advance.done });
  const count = (): void => {
    const { done, failed } = told ?? NOTHING;
    const now = Math.min(advance.total, Math.max(advance.done, rows.done, done));
    const hasMore = now > advance.done;
    advance = { ...advance, done: now, failed: Math.max(rows.failed, failed) };
    if (hasMore) samples = addSample(samples, sample());
  };
  return {
    text: () => progressText(advance, samples),
    begin: (total: number): void => {
      advance = { ...advance, total };
      samples = [sample()];
    },
    runs: (running: number, elsewhere: DoneElsewhere | undefined): void => {
      const isFirst = told === undefined && elsewhere !== undefined;
      told = elsewhere ?? told;
      count();
      // What was done before somebody looked says nothing about the rate.
      if (isFirst) samples = [sample()];
      advance = { ...advance, running };
    },
    row: (hasFailed: boolean): void => {
      rows = { done: rows.done + 1, failed: rows.failed + (hasFailed ? 1 : 0) };
      count();
    },
  };
}

/** Shows progress on stderr: as a spinner on a terminal, else as a line every ten seconds. */
export function makeProgressSink(io: Io, isQuiet: boolean): RowSink {
  const counter = makeCounter(io);
  let progress: Progress | undefined;
  let isOver = false;
  const show = (): void => progress?.update(counter.text());
  const open = (): void => {
    progress = start(io, isQuiet);
    show();
  };
  const stop = (): void => {
    isOver = true;
    progress?.stop();
  };
  return {
    begin: ({ total }) => {
      counter.begin(total);
      open();
    },
    progress: (running, elsewhere) => {
      counter.runs(running, elsewhere);
      show();
    },
    pauseProgress: () => {
      progress?.stop();
      progress = undefined;
      return () => {
        if (!isOver) open();
      };
    },
    accept: ({ verdict }) => {
      counter.row(verdict.kind === 'failed');
      show();
    },
    finish: stop,
    close: stop,
  };
}
