import { CliError } from '../errors/cli-error.ts';
import { splitAtCommas } from './comma-separated.ts';
import { parseGoBoolean, parseGoDuration, parseGoInteger } from './go-values.ts';
import type { FlagKind } from './flag.ts';

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw new CliError('usage', `${pair} must be formatted as key=value`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

/**
 * Reads one value of pflag's stringToString: commas separate pairs only if there are two or more `=`, so that `A=1,2` is
 * one pair. Throws `usage`. See https://pkg.go.dev/github.com/spf13/pflag#StringToString
 */
function parsePairs(text: string): readonly (readonly [string, string])[] {
  const equals = text.split('=').length - 1;
  if (equals > 1) return splitAtCommas(text).map(splitPair);
  return [splitPair(equals === 1 ? text.replace(/^"+|(?<!")"+$/g, '') : text)];
}

/** How the text of each kind of flag is read. Each reader throws `usage` with the words of pflag. */
export const FLAG_TEXT = {
  boolean: parseGoBoolean,
  string: (text: string) => text,
  strings: (text: string) => (text === '' ? [] : splitAtCommas(text)),
  texts: (text: string) => [text],
  'key-values': parsePairs,
  integer: parseGoInteger,
  duration: parseGoDuration,
} as const satisfies Record<FlagKind, (text: string) => unknown>;
