import type { Flag } from '../flag.ts';

/** The flag of `debug` and `attach` that silences notes. */
export const QUIET_FLAG: Flag = {
  name: 'quiet',
  group: 'output',
  short: 'q',
  kind: 'boolean',
  description: 'Print no notes on stderr, only warnings and errors',
};

/** The flags of `debug` and `attach` that say when a session ends. */
export const SESSION_FLAGS: readonly Flag[] = [
  {
    name: 'detach-keys',
    group: 'session',
    kind: 'string',
    default: 'ctrl-p,ctrl-q',
    placeholder: 'KEYS',
    description: 'Keys that leave a session without ending it, for example ctrl-p,ctrl-q; or none',
    ours: 'call',
  },
  {
    name: 'no-reconnect',
    group: 'session',
    kind: 'boolean',
    description:
      'End the session when its connection is lost, instead of trying to reconnect for up to two minutes',
    ours: 'call',
  },
];

/** The flag of all commands that start debug containers: a named set of their flags. */
export const PRESET_FLAG: Flag = {
  name: 'preset',
  group: 'run',
  kind: 'strings',
  placeholder: 'NAME',
  description:
    'Named set of flags, and perhaps a command, such as net, trace, files, like-app, node, tls, dns, http or one of the config; may be repeated; see kubectl-debug help config',
  ours: 'call',
};
