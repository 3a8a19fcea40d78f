import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Flag, FlagOrigin, FlagValues } from '../../flags/flag.ts';
import { textOfPath } from '../config.ts';

/** Where a value was set, for a sentence: `defaults.image in FILE`. */
export function describeOrigin(origin: FlagOrigin): string {
  switch (origin.kind) {
    case 'preset':
      return `the preset "${origin.name}"`;
    case 'environment':
      return `$${origin.variable}`;
    case 'registry':
      return 'a registry of the config';
    case 'file':
      return `${textOfPath(origin.path)} in ${origin.file}`;
  }
}

/** Adds to an error where the flags in it were set, if nobody typed them. */
export function explainDefaults(error: unknown, flags: readonly Flag[], values: FlagValues): unknown {
  if (!isCliError(error)) return error;
  const text = `${error.message} ${error.hint ?? ''}`;
  const said = flags.flatMap(({ name }) => {
    const origin = values.origin(name);
    const isNamed = new RegExp(`--${name}(?![\\w-])`).test(text);
    return origin === undefined || !isNamed ? [] : [`${describeOrigin(origin)} sets --${name}`];
  });
  if (said.length === 0) return error;
  const hint = [...(error.hint === undefined ? [] : [error.hint]), ...said].join('; ');
  return new CliError(error.kind, error.message, { hint, cause: error });
}
