import type { Flag } from './flag.ts';

/** The flags of `debug`, with the names, letters and meanings of `kubectl debug`. */
export const DEBUG_FLAGS: readonly Flag[] = [
  {
    name: 'image',
    kind: 'string',
    placeholder: 'IMAGE',
    description: 'Image of the debug container; must be given',
  },
  {
    name: 'target',
    kind: 'string',
    placeholder: 'CONTAINER',
    description: 'Container of the pod whose processes the debug container shall see',
  },
  {
    name: 'container',
    short: 'c',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Name of the debug container; without it a name is made up',
  },
  {
    name: 'stdin',
    short: 'i',
    kind: 'boolean',
    description: "Pass standard input on to the debug container's command",
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
    description: 'Rights of the debug container: general, baseline, restricted, netadmin, sysadmin or legacy',
  },
  {
    name: 'arguments-only',
    kind: 'boolean',
    description: "Give what follows -- to the image's entrypoint as arguments instead of running it",
  },
  {
    name: 'timeout',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long the debug container may take to start, as 90s or 5m',
  },
];
