import type { Flag } from '../flag.ts';

/** The flag of all commands that start debug containers: a named set of their flags. */
export const PRESET_FLAG: Flag = {
  name: 'preset',
  kind: 'strings',
  placeholder: 'NAME',
  description:
    'Named set of flags, such as net, trace, files, like-app, node or one of the config; may be repeated; see config.md',
  ours: 'call',
};
