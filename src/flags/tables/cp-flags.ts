import type { Flag } from '../flag.ts';
import { DEBUG_FLAGS, DEFAULT_IMAGE } from './debug-flags.ts';
import { REASON_FLAGS } from './reason-flags.ts';
import { PRESET_FLAG, QUIET_FLAG } from './session-flags.ts';

/** Flags that mean the same in `debug`. */
const SAME_AS_DEBUG: readonly string[] = ['image-pull-policy', 'profile'];

/** The flags of `cp`: those of `kubectl cp`, and those of the debug container that it copies through. */
export const CP_FLAGS: readonly Flag[] = [
  {
    name: 'container',
    group: 'pods',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description:
      'Container whose files are meant; by default the one that the annotation of the pod names, or its only app',
  },
  {
    name: 'no-preserve',
    group: 'files',
    kind: 'boolean',
    description: 'Give files the modes that new files get, instead of those of the originals',
  },
  {
    name: 'retries',
    group: 'files',
    kind: 'integer',
    default: '-1',
    placeholder: 'N',
    description:
      'How many times a copy goes on after a cut connection; a negative number: as often as needed, while a new connection succeeds within two minutes',
  },
  {
    name: 'follow',
    group: 'files',
    short: 'f',
    kind: 'boolean',
    description: 'Write a file to stdout, and go on as it grows or is replaced, like tail -F',
  },
  {
    name: 'tail',
    group: 'files',
    kind: 'integer',
    default: '10',
    placeholder: 'LINES',
    description: 'With --follow: begin with this many of its last lines; a negative number: with all',
  },
  QUIET_FLAG,
  PRESET_FLAG,
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug container, with sh, tar and sha256sum; by default $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}`,
  },
  ...REASON_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  {
    name: 'run-as-user',
    group: 'rights',
    kind: 'string',
    placeholder: 'UID[:GID]',
    description: "User and group of the debug container: numbers, or target for the target's",
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
    default: '1h',
    placeholder: 'DURATION',
    description:
      'How long a new debug container is kept for the next call; a copy still running ends with it',
  },
];
