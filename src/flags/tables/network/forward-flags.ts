import type { Flag } from '../../flag.ts';
import { DEBUG_FLAGS, DEFAULT_IMAGE } from '../debug-flags.ts';
import { REASON_FLAGS } from '../reason-flags.ts';
import { PRESET_FLAG, QUIET_FLAG } from '../session-flags.ts';

/** Flags of `debug` that mean the same for the debug container of a forward. */
const SAME_AS_DEBUG: readonly string[] = ['image-pull-policy', 'profile'];

/** The flags of `forward`: those of `kubectl port-forward`, and those of the debug container for other hosts. */
export const FORWARD_FLAGS: readonly Flag[] = [
  {
    name: 'address',
    group: 'ports',
    kind: 'strings',
    default: 'localhost',
    placeholder: 'ADDRESS',
    description:
      'Address of this machine to listen on, or several with commas; localhost is 127.0.0.1 and ::1',
  },
  {
    name: 'pod-running-timeout',
    group: 'session',
    kind: 'duration',
    default: '1m',
    placeholder: 'DURATION',
    description: 'How long to wait for a pod that runs, for example 30s or 5m',
  },
  {
    name: 'socks',
    group: 'ports',
    kind: 'string',
    placeholder: '[ADDRESS:]PORT',
    description:
      'Listen for SOCKS, and connect to any host as the pod reaches it, through a debug container; 0 for any free port',
  },
  QUIET_FLAG,
  PRESET_FLAG,
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug container, which only --socks and LOCAL:HOST:PORT need; by default $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}`,
  },
  ...REASON_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  {
    name: 'run-as-user',
    group: 'rights',
    kind: 'string',
    placeholder: 'UID[:GID]',
    description: 'User and group of the debug container: numbers',
  },
  {
    name: 'timeout',
    group: 'session',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long to wait for the debug container to start, for example 90s or 5m',
  },
  {
    name: 'max-life',
    group: 'session',
    kind: 'duration',
    default: '8h',
    placeholder: 'DURATION',
    description:
      'How long a new debug container is kept for the next call; a forward through it ends with it',
  },
];
