import type { Flag } from '../flag.ts';

/** The flags of `stop`. */
export const STOP_FLAGS: readonly Flag[] = [
  {
    name: 'container',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug container to end; without it the only one that runs',
  },
  {
    name: 'older-than',
    kind: 'string',
    placeholder: 'AGE',
    description:
      'Stop everything that was left behind before this age, for example 1d, 12h or 1d12h, instead of one pod',
  },
  {
    name: 'mine',
    kind: 'boolean',
    description:
      'Stop everything that you started, going by the names of debug containers, instead of one pod; with --older-than only what is that old',
  },
  {
    name: 'all-namespaces',
    short: 'A',
    kind: 'boolean',
    description: 'With --older-than or --mine: in all namespaces',
  },
  {
    name: 'yes',
    short: 'y',
    kind: 'boolean',
    description: 'Do not ask; needed where there is no terminal to ask on',
  },
  {
    name: 'dry-run',
    kind: 'string',
    default: 'none',
    placeholder: 'WHERE',
    description: 'client: say what would be stopped, and do nothing; none',
  },
];
