import type { Io } from '../../../io.ts';
import type { Progress } from '../../../output/say/progress.ts';

const LOG_EVERY_MS = 10_000;

/** Writes the last text to stderr as a line, at most every ten seconds, and only if it has changed. */
export function startProgressLog(io: Io): Progress {
  const stopping = new AbortController();
  let text = '';
  let written = '';
  const run = async (): Promise<void> => {
    for (;;) {
      await io.sleep(LOG_EVERY_MS, stopping.signal);
      if (text === written || stopping.signal.aborted) continue;
      written = text;
      io.stderr.write(`${text}\n`);
    }
  };
  run().catch(() => undefined); // `stop` aborts the sleep
  return {
    update: (newText) => {
      text = newText;
    },
    stop: () => stopping.abort(),
  };
}
