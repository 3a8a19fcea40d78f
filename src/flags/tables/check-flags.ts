import type { Flag } from '../flag.ts';
import { GRANT_FLAGS } from './grant-flags.ts';

/** The flags of `check`. */
export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description:
      'yaml: print only the Roles that grant all required rights, and their bindings to you or to --group',
  },
  {
    name: 'for',
    kind: 'strings',
    placeholder: 'PURPOSE',
    description:
      'What to check the rights for, separated by commas: debug, exec, copies, nodes, workloads; by default debug, or workloads if you name a workload',
  },
  ...GRANT_FLAGS,
];
