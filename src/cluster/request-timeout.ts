import { CliError } from '../errors/cli-error.ts';

const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Milliseconds of `--request-timeout`: a number of seconds or a Go duration; 0 is no limit (Infinity), absent 30 s.
 * Throws `usage`.
 */
export function parseRequestTimeout(text: string | undefined): number {
  if (text === undefined || text === '') return DEFAULT_TIMEOUT_MS;
  const parts = /^\d+$/.test(text) ? [`${text}s`] : (text.match(/\d*\.?\d+(?:[nuµm]?s|m|h)/g) ?? []);
  const isWhole = parts.length > 0 && (parts.join('') === text || /^\d+$/.test(text));
  if (!isWhole) {
    throw new CliError('usage', `--request-timeout "${text}" is not a time`, {
      hint: 'give seconds as a whole number, or a number with its unit: 30, 90s, 2m, 1h30m; 0 for no limit',
    });
  }
  const total = parts.reduce((sum, part) => sum + millisecondsOf(part), 0);
  return total === 0 ? Infinity : total;
}

function millisecondsOf(part: string): number {
  const unit = part.replace(/^[\d.]+/, '');
  return parseFloat(part) * (MILLISECONDS[unit] ?? 0);
}
