import type { Flag } from './flag.ts';

/** The flags of `check`. */
export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'yaml: print nothing but the Role that gives what is missing',
  },
];
