import { CliError } from '../errors/cli-error.ts';
import type { FlagValues } from '../flags/flag.ts';
import { parseDetachKeys, type DetachKeys } from '../session/detach-keys.ts';
import { parseVia, VIAS, type Via } from '../session/ways.ts';

/** Reads `--timeout`: how long a container may take to start, in milliseconds. Throws `usage`. */
export function readStartTimeout(flags: FlagValues): number {
  const timeoutMs = flags.duration('timeout') ?? 0;
  if (timeoutMs > 0) return timeoutMs;
  throw new CliError('usage', '--timeout must be longer than 0', { hint: 'for example --timeout=5m' });
}

/** Reads `--via`. Throws `usage`. */
export function readViaFlag(flags: FlagValues): Via {
  const text = flags.string('via') ?? '';
  const via = parseVia(text);
  if (via !== undefined) return via;
  throw new CliError('usage', `--via: "${text}" is no way of output and input`, {
    hint: `use one of ${VIAS.join(', ')}`,
  });
}

/** Reads `--detach-keys`. Throws `usage`. */
export function readDetachKeysFlag(flags: FlagValues): DetachKeys {
  const text = flags.string('detach-keys') ?? '';
  const keys = parseDetachKeys(text);
  if (keys !== undefined) return keys;
  throw new CliError('usage', `--detach-keys: "${text}" is no list of keys`, {
    hint: 'for example --detach-keys=ctrl-p,ctrl-q, or none',
  });
}
