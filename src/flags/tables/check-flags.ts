import type { Flag } from '../flag.ts';
import { GRANT_FLAGS } from './grant-flags.ts';

/** The flags of `check`. */
export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'output',
    group: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description:
      'yaml: print only the Roles that grant all required rights, and their bindings to you or to --group',
  },
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description:
      'Image to try the profiles with, in place of the default image; with POD also whether its node can pull it; see kubectl-debug help images',
  },
  {
    name: 'for',
    group: 'rights',
    kind: 'strings',
    placeholder: 'PURPOSE',
    description:
      'What to check the rights for, separated by commas: debug, exec, copies, nodes, workloads, cp, snapshot, forward, capture, in-cluster; by default debug, or workloads if you name a workload',
  },
  {
    name: 'config',
    group: 'output',
    kind: 'boolean',
    description: 'Only list the values that the config files, the environment and presets set, and where',
  },
  ...GRANT_FLAGS,
];
