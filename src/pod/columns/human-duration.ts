const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

interface Format {
  /** The format is for shorter durations than this one, in seconds. */
  readonly below: number;
  readonly unit: number;
  readonly letter: string;
  /** Left out when it would be zero. */
  readonly rest?: { readonly unit: number; readonly letter: string };
}

const FORMATS: readonly Format[] = [
  { below: 2 * MINUTE, unit: 1, letter: 's' },
  { below: 10 * MINUTE, unit: MINUTE, letter: 'm', rest: { unit: 1, letter: 's' } },
  { below: 3 * HOUR, unit: MINUTE, letter: 'm' },
  { below: 8 * HOUR, unit: HOUR, letter: 'h', rest: { unit: MINUTE, letter: 'm' } },
  { below: 2 * DAY, unit: HOUR, letter: 'h' },
  { below: 8 * DAY, unit: DAY, letter: 'd', rest: { unit: HOUR, letter: 'h' } },
  { below: 2 * YEAR, unit: DAY, letter: 'd' },
  { below: 8 * YEAR, unit: YEAR, letter: 'y', rest: { unit: DAY, letter: 'd' } },
  { below: Infinity, unit: YEAR, letter: 'y' },
];

/**
 * A duration of milliseconds in two units at most, truncated, as kubectl shows ages
 * (k8s.io/apimachinery, pkg/util/duration). A duration above minus two seconds
 * shows as `0s`, as clocks differ; a smaller one as `<invalid>`.
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (seconds <= -2) return '<invalid>';
  const positive = Math.max(seconds, 0);
  const format = FORMATS.find(({ below }) => positive < below);
  if (format === undefined) return '<invalid>';
  const { unit, letter, rest } = format;
  const main = `${Math.floor(positive / unit)}${letter}`;
  const remainder = rest === undefined ? 0 : Math.floor((positive % unit) / rest.unit);
  return rest === undefined || remainder === 0 ? main : `${main}${remainder}${rest.letter}`;
}

/** A duration that somebody has chosen, in milliseconds: whole hours as such (`1h`, not `60m`), others as `humanDuration`. */
export function lifeText(milliseconds: number): string {
  const hours = milliseconds / (HOUR * 1000);
  return Number.isInteger(hours) && hours >= 1 && hours < 48 ? `${hours}h` : humanDuration(milliseconds);
}
