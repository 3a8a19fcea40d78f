import { CliError } from '../errors/cli-error.ts';

const TRUE_WORDS = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE_WORDS = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/**
 * Reads a boolean as Go's strconv.ParseBool does. Throws `usage` with Go's text.
 * See https://pkg.go.dev/strconv#ParseBool
 */
export function parseGoBoolean(text: string): boolean {
  if (TRUE_WORDS.includes(text)) return true;
  if (FALSE_WORDS.includes(text)) return false;
  throw new CliError('usage', `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const LARGEST_INT32 = 2 ** 31 - 1;

/**
 * Reads a decimal integer of 32 bits, as klog reads `-v`. Throws `usage` with Go's text.
 * See https://pkg.go.dev/strconv#ParseInt
 */
export function parseGoInteger(text: string): number {
  const fails = (why: string) =>
    new CliError('usage', `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?[0-9]+$/.test(text)) throw fails('invalid syntax');
  const value = Number(text);
  if (value > LARGEST_INT32 || value < -LARGEST_INT32 - 1) throw fails('value out of range');
  return value;
}

const MILLISECONDS = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['μs', 1e-3],
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
/** Go counts nanoseconds in 64 bits. */
const LARGEST_DURATION_MS = 2 ** 63 / 1e6;

/**
 * Reads a Go duration (`90s`, `1h30m`, `0`) and returns milliseconds. Throws `usage` with Go's text.
 * See https://pkg.go.dev/time#ParseDuration
 */
export function parseGoDuration(text: string): number {
  // Many other tools read a plain number as seconds.
  const meant = /^[0-9]+$/.test(text) ? `${text}s or ${text}m` : '30s, 5m or 1h30m';
  const fails = (what: string) =>
    new CliError('usage', `time: ${what} ${JSON.stringify(text)}`, { hint: `write ${meant}` });
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  const parts = [...unsigned.matchAll(/([0-9]+\.?[0-9]*|\.[0-9]+)([^0-9.]*)/g)];
  if (parts.map(([part]) => part).join('') !== unsigned || unsigned === '') throw fails('invalid duration');
  const total = parts.reduce((sum, [, amount, unit = '']) => {
    if (unit === '') throw fails('missing unit in duration');
    const scale = MILLISECONDS.get(unit);
    if (scale === undefined) throw fails(`unknown unit ${JSON.stringify(unit)} in duration`);
    return sum + Number(amount) * scale;
  }, 0);
  if (total >= LARGEST_DURATION_MS) throw fails('invalid duration');
  return text.startsWith('-') ? -total : total;
}
