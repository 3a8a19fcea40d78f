import { CliError } from '../errors/cli-error.ts';
import type { FlagValues } from '../flags/flag.ts';

/** Reads `--timeout`: how long a container may take to start, in milliseconds. Throws `usage`. */
export function readStartTimeout(flags: FlagValues): number {
  const timeoutMs = flags.duration('timeout') ?? 0;
  if (timeoutMs > 0) return timeoutMs;
  throw new CliError('usage', '--timeout must be longer than 0', { hint: 'for example --timeout=5m' });
}
