import type { RunRow } from '../../rows/run-row.ts';

/** The envelope measures durations to 10 ms. */
const LEAST_MS = 10;
const SECOND_MS = 1000;

/**
 * How long a command took, in milliseconds; undefined if it did not run. Without a measured duration we use the API's
 * times, which are whole seconds, so that the result is at least one second.
 */
export function durationOf({ durationMs, startedAt, finishedAt }: DurationFields): number | undefined {
  if (durationMs !== undefined) return durationMs;
  if (startedAt === undefined || finishedAt === undefined) return undefined;
  const seconds = Math.round((finishedAt.getTime() - startedAt.getTime()) / SECOND_MS);
  return Math.max(seconds, 1) * SECOND_MS;
}

type DurationFields = Pick<RunRow, 'durationMs' | 'startedAt' | 'finishedAt'>;

/** `<10ms`, `350ms`, `4.2s`, `45s`, `1m30s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < LEAST_MS) return `<${LEAST_MS}ms`;
  if (milliseconds < SECOND_MS) return `${Math.round(milliseconds)}ms`;
  if (milliseconds < 10 * SECOND_MS) return `${Number((milliseconds / SECOND_MS).toFixed(1))}s`;
  const seconds = Math.round(milliseconds / SECOND_MS);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}s`;
  return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
}
