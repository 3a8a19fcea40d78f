import type { Io } from '../../../io.ts';
import { startProgress, type Progress } from '../../../output/say/progress.ts';
import { addSample, type Advance, type Sample } from '../text/estimate.ts';
import { progressText } from '../text/progress-text.ts';
import { startProgressLog } from './progress-log.ts';
import type { RowSink } from './row-sink.ts';

function start(io: Io, isQuiet: boolean): Progress {
  const isSpinner = isQuiet || (io.terminal.hasErrors && io.env['TERM'] !== 'dumb');
  return isSpinner ? startProgress(io, { quiet: isQuiet }) : startProgressLog(io);
}

/** Shows progress on stderr: as a spinner on a terminal, else as a line every ten seconds. */
export function makeProgressSink(io: Io, isQuiet: boolean): RowSink {
  let progress: Progress | undefined;
  let advance: Advance = { total: 0, done: 0, running: 0, failed: 0 };
  let samples: readonly Sample[] = [];
  const show = (change: Partial<Advance>): void => {
    advance = { ...advance, ...change };
    progress?.update(progressText(advance, samples));
  };
  return {
    begin: ({ total }) => {
      progress = start(io, isQuiet);
      samples = [{ atMs: io.now().getTime(), done: 0 }];
      show({ total });
    },
    progress: (running) => show({ running }),
    accept: ({ verdict }) => {
      const done = advance.done + 1;
      samples = addSample(samples, { atMs: io.now().getTime(), done });
      show({ done, failed: advance.failed + (verdict.kind === 'failed' ? 1 : 0) });
    },
    finish: () => progress?.stop(),
    close: () => progress?.stop(),
  };
}
