import type { Flag } from '../flag.ts';
import { REASON_FLAGS } from './reason-flags.ts';

/** The flags of `stop`. */
export const STOP_FLAGS: readonly Flag[] = [
  {
    name: 'container',
    group: 'pods',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug container to end; by default the only running one',
  },
  {
    name: 'older-than',
    group: 'pods',
    kind: 'string',
    placeholder: 'AGE',
    description:
      'Instead of one pod, stop everything that has been left behind for this long, for example 1d, 12h or 1d12h',
  },
  {
    name: 'mine',
    group: 'pods',
    kind: 'boolean',
    description:
      'Instead of one pod, stop everything that you started, judging by the names of debug containers; with --older-than, only what is at least that old',
  },
  {
    name: 'all-namespaces',
    group: 'pods',
    short: 'A',
    kind: 'boolean',
    description: 'With --older-than or --mine: in all namespaces',
  },
  ...REASON_FLAGS,
  {
    name: 'yes',
    group: 'output',
    short: 'y',
    kind: 'boolean',
    description: 'Do not ask; required if there is no terminal to ask on',
  },
  {
    name: 'dry-run',
    group: 'output',
    kind: 'string',
    default: 'none',
    placeholder: 'WHERE',
    description: 'client: say what would be stopped, and do nothing; none: stop it',
  },
];
