/** How far an audit is. */
export interface Advance {
  readonly total: number;
  readonly done: number;
  readonly running: number;
  readonly failed: number;
}

/** A moment, and how many were done by then. */
export interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** The speed of the last half minute is what the rest will take, not that of a slow start. */
const WINDOW_MS = 30_000;
/** Nobody can tell a speed sooner. */
const MIN_SPAN_MS = 1000;

/** Adds a sample, and forgets those that lie before the window, but for the last of them. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex(({ atMs }) => atMs <= sample.atMs - WINDOW_MS);
  return [...samples.slice(Math.max(from, 0)), sample];
}

/** How many end in a second; undefined while that cannot be told. */
export function ratePerSecond(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = last.atMs - first.atMs;
  const ended = last.done - first.done;
  return span < MIN_SPAN_MS || ended === 0 ? undefined : (ended * 1000) / span;
}

/** How long the rest takes at this speed, in milliseconds. */
export function timeLeftMs({ total, done }: Advance, rate: number): number {
  return ((total - done) * 1000) / rate;
}
