import type { Flag } from '../flag.ts';
import { REASON_FLAGS } from './reason-flags.ts';
import { RECORD_FLAGS } from './record-flags.ts';
import { QUIET_FLAG, SESSION_FLAGS } from './session-flags.ts';

/** The flags of `attach`. */
export const ATTACH_FLAGS: readonly Flag[] = [
  {
    name: 'container',
    group: 'pods',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug container to attach to; by default the only running one',
  },
  QUIET_FLAG,
  {
    name: 'timeout',
    group: 'session',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long to wait for a debug container that has not started yet, for example 90s or 5m',
  },
  {
    name: 'via',
    group: 'session',
    kind: 'string',
    default: 'auto',
    placeholder: 'WAY',
    description:
      'How output and input travel: log (output only, from the start) or auto (the best that works)',
  },
  ...REASON_FLAGS,
  ...SESSION_FLAGS,
  ...RECORD_FLAGS,
];
