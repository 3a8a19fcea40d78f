import type { Flag } from '../flag.ts';

/** The flags of `check`. */
export const CHECK_FLAGS: readonly Flag[] = [
  {
    name: 'image',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: 'Image of the debug container to check with; by default the one that debug would use',
  },
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'yaml: print only the Roles that grant all required rights, and their bindings to you',
  },
  {
    name: 'for',
    kind: 'strings',
    placeholder: 'PURPOSE',
    description:
      'What to check the rights for, separated by commas: debug, exec, copies, nodes, workloads; by default debug, or workloads if you name a workload',
  },
  {
    name: 'config',
    kind: 'boolean',
    description: 'Only list the values that the config files, the environment and presets set, and where',
  },
];
