import type { Flag } from '../flag.ts';
import { RIGHTS_FLAGS } from './rights-flags.ts';

/** Small, and for every architecture; the full version, so that it is the same image tomorrow. */
export const DEFAULT_IMAGE = 'busybox:1.37.0-musl';

/** The flags of `debug`, with the names, letters and meanings of `kubectl debug`. */
export const DEBUG_FLAGS: readonly Flag[] = [
  {
    name: 'image',
    short: 'm',
    kind: 'string',
    placeholder: 'IMAGE',
    description: `Image of the debug container; without it $KUBECTL_DEBUG_IMAGE, else ${DEFAULT_IMAGE}; after -m POD a command needs no --`,
    startsCommand: 'by-letter',
  },
  {
    name: 'pod',
    short: 'p',
    kind: 'texts',
    placeholder: 'POD',
    description: 'The pod, named by a flag; the command that follows needs no --',
    isName: true,
    startsCommand: 'always',
  },
  {
    name: 'target',
    kind: 'string',
    placeholder: 'CONTAINER',
    description:
      'Container of the pod whose processes the debug container can see; chosen without --image, or with --target=auto; --target= is none',
  },
  {
    name: 'container',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Name of the debug container; without it a name is generated',
  },
  {
    name: 'stdin',
    short: 'i',
    kind: 'boolean',
    description:
      "Pass standard input on to the debug container's command; on a terminal a shell gets -it by default",
  },
  {
    name: 'tty',
    short: 't',
    kind: 'boolean',
    description: 'Give the debug container a terminal; needs --stdin',
  },
  {
    name: 'attach',
    kind: 'boolean',
    default: 'true',
    description: 'Wait for the debug container and show its output; --attach=false only starts it',
  },
  {
    name: 'detach',
    short: 'd',
    kind: 'boolean',
    description: 'Start the debug container and print its name; the same as --attach=false',
  },
  {
    name: 'wait',
    kind: 'boolean',
    description:
      'Start the debug container, print its name once it runs, and leave it; fails if it cannot start',
  },
  {
    name: 'quiet',
    short: 'q',
    kind: 'boolean',
    description: 'No notes on stderr, only warnings and errors',
  },
  {
    name: 'env',
    kind: 'key-values',
    placeholder: 'NAME=VALUE',
    description: 'Environment variable of the debug container; may be repeated',
  },
  {
    name: 'image-pull-policy',
    kind: 'string',
    placeholder: 'POLICY',
    description: 'Always, IfNotPresent or Never; without it the server decides',
  },
  {
    name: 'profile',
    kind: 'string',
    default: 'general',
    placeholder: 'PROFILE',
    description:
      'Rights of the debug container: general, baseline, restricted, netadmin, sysadmin or legacy; where none is given and Pod Security refuses general, what its level allows',
  },
  ...RIGHTS_FLAGS,
  {
    name: 'arguments-only',
    kind: 'boolean',
    description: "Give what follows -- to the image's entrypoint as arguments instead of running it",
  },
  {
    name: 'rootfs',
    kind: 'boolean',
    description: "Open the shell, or run the command, in the root of the target's files; see rootfs.md",
  },
  {
    name: 'timeout',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long the debug container may take to start, for example 90s or 5m',
  },
  {
    name: 'via',
    kind: 'string',
    default: 'auto',
    placeholder: 'WAY',
    description:
      'How output and input travel: log (output only), exec (in no log, in a container that is kept), or auto, which chooses; see sessions.md',
  },
  {
    name: 'envelope',
    kind: 'boolean',
    default: 'true',
    description: 'Prove the output of a command complete; --envelope=false adds what kubectl debug adds',
  },
  {
    name: 'run-timeout',
    kind: 'duration',
    placeholder: 'DURATION',
    description:
      'How long the command may run before it is ended, for example 30s or 1h; needs the right to pods/exec',
  },
  {
    name: 'max-life',
    kind: 'duration',
    default: '1h',
    placeholder: 'DURATION',
    description: 'How long the container of --via=exec is kept at most, and what runs in it with it',
  },
  {
    name: 'reuse',
    kind: 'boolean',
    description:
      'With --via=exec: use a container that is kept already, if it has the same image, target and rights',
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
  {
    name: 'custom',
    kind: 'string',
    placeholder: 'FILE',
    description: 'JSON or YAML file with a partial container that overrides what the profile sets',
  },
  {
    name: 'filename',
    short: 'f',
    kind: 'strings',
    placeholder: 'FILE',
    description:
      'Manifests that name what to debug, in place of names: files, folders, patterns, web addresses, or - for stdin',
  },
  {
    name: 'copy-to',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Debug a copy of the pod, of this name, in place of the pod itself',
  },
  {
    name: 'set-image',
    kind: 'key-values',
    placeholder: 'CONTAINER=IMAGE',
    description: 'New image of a container of the copy, * for all; may be repeated; with --copy-to',
  },
  {
    name: 'replace',
    kind: 'boolean',
    description: 'Delete the original once the copy is there; with --copy-to',
  },
  {
    name: 'same-node',
    kind: 'boolean',
    description: 'Put the copy on the node of the original; with --copy-to',
  },
  {
    name: 'share-processes',
    kind: 'boolean',
    default: 'true',
    description: 'Share one PID namespace in the copy; the profile decides unless given; with --copy-to',
  },
  { name: 'keep-labels', kind: 'boolean', description: 'Keep the labels of the original; with --copy-to' },
  {
    name: 'keep-annotations',
    kind: 'boolean',
    description: 'Keep the annotations of the original; with --copy-to',
  },
  {
    name: 'keep-liveness',
    kind: 'boolean',
    description: 'Keep the liveness probes of the original; with --copy-to',
  },
  {
    name: 'keep-readiness',
    kind: 'boolean',
    description: 'Keep the readiness probes of the original; with --copy-to',
  },
  {
    name: 'keep-startup',
    kind: 'boolean',
    description: 'Keep the startup probes of the original; with --copy-to',
  },
  {
    name: 'keep-init-containers',
    kind: 'boolean',
    default: 'true',
    description: 'Run the init containers of the original in the copy; with --copy-to',
  },
  {
    name: 'rm',
    kind: 'boolean',
    description: 'Delete the copy or the node pod when the session ends, however it ends',
  },
  {
    name: 'dry-run',
    kind: 'string',
    default: 'none',
    placeholder: 'WHERE',
    description: 'client: print what would be created; server: have the server check it as well; none',
  },
  {
    name: 'output',
    short: 'o',
    kind: 'string',
    placeholder: 'FORMAT',
    description: 'Print the pod that was, or with --dry-run would be, created or changed: yaml, json or name',
  },
  {
    name: 'show-kubectl',
    kind: 'boolean',
    description: 'Print the kubectl command line that says the same, and do nothing else',
  },
];
