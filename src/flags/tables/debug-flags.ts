import type { Flag } from '../flag.ts';
import { COPY_FLAGS, PULL_SECRET_FLAG } from './copy-flags.ts';
import { REASON_FLAGS } from './reason-flags.ts';
import { RECORD_FLAGS } from './record-flags.ts';
import { RIGHTS_FLAGS } from './rights-flags.ts';
import { PRESET_FLAG, QUIET_FLAG, SESSION_FLAGS } from './session-flags.ts';

/** Small, and for every architecture; the full version, so that it is the same image tomorrow. */
export const DEFAULT_IMAGE = 'busybox:1.37.0-musl';

/** The flags of `debug`, with the names, letters and meanings of `kubectl debug`. */
export const DEBUG_FLAGS: readonly Flag[] = [
  PRESET_FLAG,
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug container; by default $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}; with -m, a command after the pod needs no --`,
    startsCommand: 'by-letter',
  },
  {
    name: 'pod',
    group: 'pods',
    short: 'p',
    kind: 'texts',
    placeholder: 'POD',
    description: 'Pod to debug, given by a flag; the command that follows needs no --',
    isName: true,
    startsCommand: 'always',
    ours: 'call',
  },
  {
    name: 'target',
    group: 'pods',
    kind: 'string',
    placeholder: 'CONTAINER',
    description:
      'Container whose processes the debug container can see; auto, the default without --image, chooses one; an empty name means none',
  },
  {
    name: 'container',
    group: 'run',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Name of the debug container; by default a name is generated',
  },
  {
    name: 'stdin',
    group: 'session',
    short: 'i',
    kind: 'boolean',
    description:
      'Pass standard input to the command in the debug container; on a terminal, a shell gets -it by default',
  },
  {
    name: 'tty',
    group: 'session',
    short: 't',
    kind: 'boolean',
    description: 'Give the debug container a terminal; needs --stdin',
  },
  {
    name: 'attach',
    group: 'session',
    kind: 'boolean',
    default: 'true',
    description: 'Wait for the debug container and show its output; --attach=false only starts it',
  },
  {
    name: 'detach',
    group: 'session',
    short: 'd',
    kind: 'boolean',
    description: 'Start the debug container and print its name; the same as --attach=false',
    ours: 'call',
  },
  {
    name: 'wait',
    group: 'session',
    kind: 'boolean',
    description: 'Start the debug container, wait until it runs, and print its name; fail if it cannot start',
    ours: 'call',
  },
  QUIET_FLAG,
  {
    name: 'env',
    group: 'run',
    kind: 'key-values',
    placeholder: 'NAME=VALUE',
    description: 'Environment variable of the debug container; may be repeated',
  },
  ...REASON_FLAGS,
  {
    name: 'image-pull-policy',
    group: 'run',
    kind: 'string',
    placeholder: 'POLICY',
    description: 'Always, IfNotPresent or Never; by default the API server decides',
  },
  PULL_SECRET_FLAG,
  {
    name: 'profile',
    group: 'rights',
    kind: 'string',
    default: 'general',
    placeholder: 'PROFILE',
    description:
      'Rights of the debug container: general, baseline, restricted, netadmin, sysadmin or legacy; by default general, or one that Pod Security allows if it refuses general',
  },
  ...RIGHTS_FLAGS,
  {
    name: 'arguments-only',
    group: 'run',
    kind: 'boolean',
    description: "Run the image's entrypoint with what follows -- as its arguments",
  },
  {
    name: 'rootfs',
    group: 'run',
    kind: 'boolean',
    description:
      'Run the shell or the command in the root file system of the target; see kubectl-debug help rootfs',
    ours: 'object',
  },
  {
    name: 'timeout',
    group: 'session',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long to wait for the debug container to start, for example 90s or 5m',
    ours: 'call',
  },
  {
    name: 'via',
    group: 'session',
    kind: 'string',
    default: 'auto',
    placeholder: 'WAY',
    description:
      'How output and input travel: log (output only), exec (in a container that is kept, without a log) or auto (the best that works); see kubectl-debug help sessions',
    ours: 'call',
  },
  {
    name: 'envelope',
    group: 'session',
    kind: 'boolean',
    default: 'true',
    description:
      'Prove that the output of a command is complete; --envelope=false adds the same container as kubectl debug',
    ours: 'call',
  },
  {
    name: 'run-timeout',
    group: 'session',
    kind: 'duration',
    placeholder: 'DURATION',
    description:
      'How long the command may run before it is ended, for example 30s or 1h; needs the right to create pods/exec',
    ours: 'call',
  },
  {
    name: 'max-life',
    group: 'session',
    kind: 'duration',
    default: '1h',
    placeholder: 'DURATION',
    description: 'How long to keep the container of --via=exec; commands still running in it end with it',
    ours: 'call',
  },
  {
    name: 'reuse',
    group: 'session',
    kind: 'boolean',
    description:
      'With --via=exec: use a container that is kept already, if it has the same image, target and rights',
    ours: 'call',
  },
  ...SESSION_FLAGS,
  ...RECORD_FLAGS,
  {
    name: 'custom',
    group: 'run',
    kind: 'string',
    placeholder: 'FILE',
    description: 'JSON or YAML file with a partial container that overrides what the profile sets',
  },
  {
    name: 'filename',
    group: 'pods',
    short: 'f',
    kind: 'strings',
    placeholder: 'FILE',
    description:
      'Manifests that name what to debug, in place of names: files, folders, patterns, web addresses, or - for stdin',
  },
  ...COPY_FLAGS,
  {
    name: 'rm',
    group: 'copy',
    kind: 'boolean',
    description: 'Delete the copy or the node pod at the end, unless you detach or lose the connection',
    ours: 'call',
  },
  {
    name: 'dry-run',
    group: 'output',
    kind: 'string',
    default: 'none',
    placeholder: 'WHERE',
    description:
      'client: print what would be created; server: have the API server check it as well; none: create it',
    ours: 'call',
  },
  {
    name: 'output',
    group: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'Print the created or changed pod, or with --dry-run the planned one, as yaml, json or name',
    ours: 'call',
  },
  {
    name: 'show-kubectl',
    group: 'output',
    kind: 'boolean',
    description: 'Print the kubectl command line that does the same, and do nothing else',
    ours: 'call',
  },
];
