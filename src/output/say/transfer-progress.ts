import type { Io } from '../../io.ts';
import { printable } from '../printable.ts';
import { startProgress } from './progress.ts';
import { transferText, type Transfer } from './transfer-text.ts';

/** What a copy says of itself while it runs. */
export type TransferNews = Omit<Transfer, 'name' | 'bytesPerSecond'>;

/** Shows on stderr how far a copy is. */
export interface TransferProgress {
  /** As often as anything is known. */
  readonly update: (news: TransferNews) => void;
  /** Removes what is shown. Call it on every way out. */
  readonly stop: () => void;
}

/** The shown text changes this often at most. */
const SHOW_EVERY_MS = 200;
/** Without a terminal a line is printed this often. */
const LINE_EVERY_MS = 10_000;
/** The rate is that of this time, so that it follows a change and does not jump. */
const RATE_OVER_MS = 5_000;
/** The rate is not shown before this time. */
const RATE_AFTER_MS = 500;

interface Sample {
  readonly atMs: number;
  readonly bytes: number;
}

/**
 * Starts to show a copy: on a terminal as a spinner with rate and time left, elsewhere as a line every ten seconds, so that a
 * script sees nothing of a short one.
 */
export function startTransferProgress(
  io: Io,
  { name, isQuiet }: { readonly name: string; readonly isQuiet: boolean },
): TransferProgress {
  const isSeen = io.terminal.hasErrors && io.terminal.size() !== undefined;
  const progress = startProgress(io, { quiet: isQuiet || !isSeen });
  const everyMs = isSeen ? SHOW_EVERY_MS : LINE_EVERY_MS;
  let samples: readonly Sample[] = [];
  let shownMs = io.now().getTime() - (isSeen ? SHOW_EVERY_MS : 0);
  return {
    update: (news) => {
      const nowMs = io.now().getTime();
      if (samples.length > 0 && nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      samples = addSample(samples, { atMs: nowMs, bytes: news.bytes });
      const text = transferText({ ...news, name, bytesPerSecond: rateOf(samples) });
      if (isSeen) progress.update(text);
      else if (!isQuiet && samples.length > 1) io.stderr.write(`${printable(text)}\n`);
    },
    stop: progress.stop,
  };
}

function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const old = samples.findLastIndex(({ atMs }) => sample.atMs - atMs >= RATE_OVER_MS);
  return [...samples.slice(Math.max(old, 0)), sample];
}

/** undefined until it can be told. */
function rateOf(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < RATE_AFTER_MS) return undefined;
  return (Math.max(last.bytes - first.bytes, 0) / (last.atMs - first.atMs)) * 1000;
}
