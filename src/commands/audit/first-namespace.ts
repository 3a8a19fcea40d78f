import type { FlagValues } from '../../flags/flag.ts';

/** The same flags for a connection, of which `-n a,b` can name only one namespace. */
export function withFirstNamespace(flags: FlagValues): FlagValues {
  return {
    ...flags,
    string: (name) => (name === 'namespace' ? flags.string(name)?.split(',')[0] : flags.string(name)),
  };
}
