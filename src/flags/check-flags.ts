import type { Flag } from './flag.ts';

/** The flags of `check`. */
export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'yaml: print nothing but the Roles that give all that it takes, and what binds them to you',
  },
  {
    name: 'for',
    kind: 'strings',
    placeholder: 'PURPOSE',
    description: 'What the rights are to be enough for, separated by commas: debug, exec, copies, nodes, workloads; by default debug, or workloads where one is named',
  },
];
