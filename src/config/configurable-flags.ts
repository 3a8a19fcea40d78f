import type { Flag } from '../flags/flag.ts';
import { IN_CLUSTER_FLAGS } from '../flags/tables/fleet/in-cluster-flags.ts';
import { GLOBAL_FLAGS } from '../flags/tables/global-flags.ts';
import { wordsOfFlag } from '../flags/flag-words.ts';
import type { ConfigurableCommand } from './config.ts';

/** Global flags that say how to talk to a server, but not to which one, nor as whom: that is the kubeconfig's part. */
const GLOBAL_NAMES = [
  'request-timeout',
  'disable-compression',
  'warnings-as-errors',
  'match-server-version',
  'v',
];

/** Flags that name what one call is about. */
const OF_ONE_CALL = ['filename', 'pod', 'copy-to', 'resume', 'config', 'contexts'];
/** Flags of `audit` that name one audit. `--follow` of `cp` is another flag. */
const OF_ONE_AUDIT = IN_CLUSTER_FLAGS.filter(({ name }) => name === 'follow' || name === 'worker');

/** Flags whose value is one of a few words everywhere. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  profile: ['legacy'],
  'image-pull-policy': [],
  via: [],
  color: [],
};

/** The flags of a command that a config file and the environment can set. */
export function configurableFlags({ flags }: ConfigurableCommand): readonly Flag[] {
  const global = GLOBAL_FLAGS.filter(({ name }) => GLOBAL_NAMES.includes(name));
  return [
    ...flags.filter((flag) => !OF_ONE_CALL.includes(flag.name) && !OF_ONE_AUDIT.includes(flag)),
    ...global,
  ];
}

/** The only values of a flag that a command accepts; undefined if there are others. */
export function onlyWords(command: string, { name }: Flag): readonly string[] | undefined {
  const more = CLOSED[name];
  const words = wordsOfFlag(command, name);
  return more === undefined || typeof words === 'string' || words.length === 0
    ? undefined
    : [...words, ...more];
}

/** Why a config file cannot set a flag that exists. */
export function whyNotConfigurable(name: string): string | undefined {
  if (OF_ONE_CALL.includes(name) || OF_ONE_AUDIT.some((flag) => flag.name === name))
    return 'is about one call, and has no default';
  const isGlobal = GLOBAL_FLAGS.some((flag) => flag.name === name) && !GLOBAL_NAMES.includes(name);
  return isGlobal ? 'belongs to the kubeconfig, not here' : undefined;
}
