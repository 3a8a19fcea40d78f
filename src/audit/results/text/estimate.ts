/** The progress of an audit, in runs. */
export interface Advance {
  readonly total: number;
  readonly done: number;
  readonly running: number;
  readonly failed: number;
}

/** How many runs were done at a time. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** Only the last half minute counts, not a slow start. */
const WINDOW_MS = 30_000;
/** A shorter time says nothing about the rate. */
const MIN_SPAN_MS = 1000;

/** Rows that are known already come by the hundred thousand in a few seconds, and each would be a sample. */
const STEP_MS = 100;

/** Adds a sample, and drops those from before the window except the last of them; of each tenth of a second, the last stays. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex(({ atMs }) => atMs <= sample.atMs - WINDOW_MS);
  const before = samples.at(-2);
  const to = before !== undefined && sample.atMs - before.atMs < STEP_MS ? -1 : undefined;
  return [...samples.slice(Math.max(from, 0), to), sample];
}

/** Runs that end in a second; undefined while it is unknown. */
export function ratePerSecond(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = last.atMs - first.atMs;
  const ended = last.done - first.done;
  return span < MIN_SPAN_MS || ended === 0 ? undefined : (ended * 1000) / span;
}

/** How long the rest takes at this rate, in milliseconds. */
export function timeLeftMs({ total, done }: Advance, rate: number): number {
  return ((total - done) * 1000) / rate;
}
