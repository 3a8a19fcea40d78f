import type { Flag } from '../flag.ts';

/** Flags of `debug` that change the rights of its profile, and that take variables and volumes from the target. */
export const RIGHTS_FLAGS: readonly Flag[] = [
  {
    name: 'run-as-user',
    group: 'rights',
    kind: 'string',
    placeholder: 'UID[:GID]',
    description: "User and group of the debug container: numbers, or target for the target's",
    ours: 'object',
  },
  {
    name: 'cap-add',
    group: 'rights',
    kind: 'strings',
    placeholder: 'CAPABILITY',
    description: 'Capability to add to those of the profile; may be repeated',
    ours: 'object',
  },
  {
    name: 'cap-drop',
    group: 'rights',
    kind: 'strings',
    placeholder: 'CAPABILITY',
    description: 'Capability to drop, even if the profile adds it; ALL drops all; may be repeated',
    ours: 'object',
  },
  {
    name: 'env-from-target',
    group: 'run',
    kind: 'boolean',
    description: 'Give the debug container the environment variables of the target; --env overrides them',
    ours: 'object',
  },
  {
    name: 'mount-like-target',
    group: 'run',
    kind: 'string',
    textWhenBare: 'ro',
    placeholder: 'rw',
    description:
      'Mount the volumes of the target at the same paths, read-only unless rw is given; subPath mounts are left out',
    ours: 'object',
  },
];
