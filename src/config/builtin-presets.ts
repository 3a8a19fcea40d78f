import type { Placed, Preset } from './config.ts';

/** The presets of this program, by name. A config file can replace each. */
const BUILT_IN: Readonly<
  Record<string, { readonly description: string; readonly flags: Readonly<Record<string, string>> }>
> = {
  net: {
    description: 'Network tools, and the right to capture packets',
    flags: { image: 'nicolaka/netshoot:v0.13', profile: 'netadmin', target: 'auto' },
  },
  trace: {
    description: 'strace and gdb, as root, on the processes of the target',
    flags: {
      image: 'nicolaka/netshoot:v0.13',
      'cap-add': 'SYS_PTRACE',
      'run-as-user': '0',
      target: 'auto',
    },
  },
  files: {
    description: 'The files of the target as the root file system',
    flags: { rootfs: 'true' },
  },
  'like-app': {
    description: 'The user, variables and volumes of the target, volumes read-only',
    flags: { 'run-as-user': 'target', 'env-from-target': 'true', 'mount-like-target': 'ro' },
  },
  node: {
    description: 'All rights on a node, in a node pod that is deleted afterwards',
    flags: { profile: 'sysadmin', rm: 'true' },
  },
};

/** The built-in presets as a config file would have them. */
export const BUILT_IN_PRESETS: ReadonlyMap<string, Placed<Preset>> = new Map(
  Object.entries(BUILT_IN).map(([name, { description, flags }]) => [
    name,
    {
      path: [],
      value: {
        description,
        flags: new Map(Object.entries(flags).map(([flag, text]) => [flag, { value: [text], path: [] }])),
      },
    },
  ]),
);
