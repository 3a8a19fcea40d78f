import type { FlagValues } from '../../flags/flag.ts';

/** The same flags with only the first namespace of `-n a,b`, because a connection has one. */
export function withFirstNamespace(flags: FlagValues): FlagValues {
  return {
    ...flags,
    string: (name) => (name === 'namespace' ? flags.string(name)?.split(',')[0] : flags.string(name)),
  };
}
