import type { Flag } from '../flag.ts';

/** Flags of `debug` that say what the debug container may do beside its profile, and what it gets of its target. */
export const RIGHTS_FLAGS: readonly Flag[] = [
  {
    name: 'run-as-user',
    kind: 'string',
    placeholder: 'UID[:GID]',
    description:
      'User, and group, of the debug container: numbers, or the word target for those of the target',
  },
  {
    name: 'cap-add',
    kind: 'strings',
    placeholder: 'CAPABILITY',
    description: 'Capability to give to the debug container beside those of the profile; may be repeated',
  },
  {
    name: 'cap-drop',
    kind: 'strings',
    placeholder: 'CAPABILITY',
    description:
      'Capability to take from the debug container, also where the profile gives it; may be repeated; ALL takes all',
  },
  {
    name: 'env-from-target',
    kind: 'boolean',
    description: 'Give the debug container the environment variables of the target; --env overrides them',
  },
  {
    name: 'mount-like-target',
    kind: 'string',
    textWhenBare: 'ro',
    placeholder: 'rw',
    description:
      'Mount the volumes of the target at the same places, read-only unless rw is given; subPath mounts are left out',
  },
];
