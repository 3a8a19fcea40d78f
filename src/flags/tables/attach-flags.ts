import type { Flag } from '../flag.ts';

/** The flags of `attach`. */
export const ATTACH_FLAGS: readonly Flag[] = [
  {
    name: 'container',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug container to attach to; without it the only one that runs',
  },
  {
    name: 'quiet',
    short: 'q',
    kind: 'boolean',
    description: 'No notes on stderr, only warnings and errors',
  },
  {
    name: 'timeout',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long a debug container that has not started yet may take, for example 90s or 5m',
  },
  {
    name: 'via',
    kind: 'string',
    default: 'auto',
    placeholder: 'WAY',
    description: 'How output and input travel: log (output only, from the start), or auto, which chooses',
  },
  {
    name: 'detach-keys',
    kind: 'string',
    default: 'ctrl-p,ctrl-q',
    placeholder: 'KEYS',
    description: 'Keys that leave a session without ending it, for example ctrl-p,ctrl-q; or none',
  },
  {
    name: 'no-reconnect',
    kind: 'boolean',
    description: 'End a session whose connection is lost, instead of mending it for up to two minutes',
  },
];
