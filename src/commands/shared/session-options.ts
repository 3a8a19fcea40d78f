import type { Io } from '../../io.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import { parseDetachKeys, type DetachKeys } from '../../session/input/detach-keys.ts';
import { parseVia, VIAS, type ContainerVia, type Via } from '../../session/choose-way.ts';

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
  throw new CliError('usage', `--via cannot be "${text}"`, {
    hint: `use one of ${VIAS.join(', ')}`,
  });
}

/** Reads `--via` for a container that already exists. Throws `usage`. */
export function readContainerVia(flags: FlagValues): ContainerVia {
  const via = readViaFlag(flags);
  if (via !== 'exec') return via;
  throw new CliError('usage', 'a command that runs by exec cannot be rejoined', {
    hint: 'to run another command in its container: kubectl-debug POD --image=IMAGE --via=exec --reuse -- COMMAND',
  });
}

/** Reads a duration longer than 0, in milliseconds; undefined if it is not given. Throws `usage`. */
export function readPositiveDuration(
  flags: FlagValues,
  { name, example }: { readonly name: string; readonly example: string },
): number | undefined {
  const milliseconds = flags.duration(name);
  if (milliseconds === undefined || milliseconds > 0) return milliseconds;
  throw new CliError('usage', `--${name} must be longer than 0`, {
    hint: `for example --${name}=${example}`,
  });
}

/** Reads `--detach-keys`. Throws `usage`. */
export function readDetachKeysFlag(flags: FlagValues): DetachKeys {
  const text = flags.string('detach-keys') ?? '';
  const keys = parseDetachKeys(text);
  if (keys !== undefined) return keys;
  throw new CliError('usage', `--detach-keys: "${text}" is not a list of keys`, {
    hint: 'for example --detach-keys=ctrl-p,ctrl-q, or none',
  });
}

/** Whether a person at a terminal wants one line about what was chosen; `-v` asks for all notes. */
export function wantsOneLine({ terminal }: Io, flags: FlagValues): boolean {
  return terminal.hasInput && terminal.hasErrors && (flags.integer('v') ?? 0) === 0;
}
