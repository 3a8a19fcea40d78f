import { TOOLS_IMAGE } from '../flags/tables/network/tools-image.ts';
import { scriptCommand, type Placed, type Preset } from './config.ts';
import { DNS_SCRIPT } from './scripts/dns-script.ts';
import { HTTP_SCRIPT } from './scripts/http-script.ts';
import { TLS_SCRIPT } from './scripts/tls-script.ts';

interface BuiltIn {
  readonly description: string;
  /** The value of each flag, or its values. */
  readonly flags: Readonly<Record<string, string | readonly string[]>>;
  /** Shell, and the words that it needs. */
  readonly script?: string;
  readonly needs?: string;
  readonly yieldsImage?: true;
}

/** For an audit, which compares what pods print: times always differ, and with them the blanks before them, but for one. */
const TIMES = '(?<= ) *[0-9]+[.][0-9] ms';

/** The presets of this program, by name. A config file can replace each. */
const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  net: {
    description: 'Network tools, and the right to capture packets',
    flags: { image: TOOLS_IMAGE, profile: 'netadmin', target: 'auto' },
  },
  trace: {
    description: 'strace and gdb, as root, on the processes of the target',
    flags: {
      image: TOOLS_IMAGE,
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
  tls: {
    description: 'The certificates of HOST[:PORT], as the pod sees them',
    flags: { image: TOOLS_IMAGE, target: 'auto' },
    script: TLS_SCRIPT,
    needs: 'HOST[:PORT]',
  },
  dns: {
    description: 'What each nameserver of the pod says of a NAME, with the search list',
    flags: { mask: [TIMES] },
    script: DNS_SCRIPT,
    needs: 'NAME',
  },
  http: {
    description: 'A GET of a URL from the pod: the time of each phase, status and headers',
    flags: { image: TOOLS_IMAGE, target: 'auto', mask: [TIMES, '^[Dd]ate: .*'] },
    script: HTTP_SCRIPT,
    needs: 'URL',
    // curl, or for http busybox, is in most images for debugging.
    yieldsImage: true,
  },
};

/** The built-in presets as a config file would have them. */
export const BUILT_IN_PRESETS: ReadonlyMap<string, Placed<Preset>> = new Map(
  Object.entries(BUILT_IN).map(([name, { description, flags, script, needs, yieldsImage }]) => [
    name,
    {
      path: [],
      value: {
        description,
        flags: new Map(
          Object.entries(flags).map(([flag, texts]) => [flag, { value: [texts].flat(), path: [] }]),
        ),
        ...(script !== undefined && { command: scriptCommand(name, script) }),
        ...(needs !== undefined && { needs }),
        ...(yieldsImage && { yieldsImage }),
      },
    },
  ]),
);
