import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';

interface Contradiction {
  readonly applies: (flags: FlagValues) => boolean;
  readonly message: string;
  readonly hint: string;
}

const collects = (flags: FlagValues): boolean => flags.strings('collect').length > 0;

/** They are about a command, which `--collect` has not. */
const ABOUT_COMMANDS = ['reuse', 'rootfs', 'arguments-only'] as const;

const CONTRADICTIONS: readonly Contradiction[] = [
  {
    applies: (flags) => collects(flags) && flags.boolean('copy'),
    message: '--collect reads the files of the pod, and a copy has others',
    hint: 'leave out --collect or --copy',
  },
  {
    applies: (flags) => collects(flags) && flags.isGiven('target') && flags.string('target') === '',
    message: '--collect reads the files of a target, and --target= uses none',
    hint: 'leave out --target, or name a container',
  },
  ...ABOUT_COMMANDS.map((name) => ({
    applies: (flags: FlagValues) => collects(flags) && flags.boolean(name),
    message: `--${name} is about a command, and --collect runs none`,
    hint: `leave out --${name}`,
  })),
  {
    applies: (flags) => flags.boolean('reuse') && flags.boolean('arguments-only'),
    message: '--arguments-only is for the entrypoint of the image, but --reuse runs the command without it',
    hint: 'leave out --arguments-only, and give the whole command after --',
  },
  {
    applies: (flags) => flags.boolean('reuse') && flags.boolean('rootfs'),
    message: '--rootfs changes how a debug container starts, but --reuse uses one that has started',
    hint: 'leave out --reuse or --rootfs',
  },
  {
    applies: (flags) => flags.boolean('copy') && flags.boolean('rootfs'),
    message: '--rootfs needs a running container, but --copy starts new ones',
    hint: 'leave out --copy or --rootfs',
  },
  {
    applies: (flags) => flags.boolean('all-containers') && flags.isGiven('target'),
    message: '--all-containers makes each container a target, but --target names one',
    hint: 'leave out --all-containers or --target',
  },
  {
    applies: (flags) =>
      flags.isGiven('group-by') && flags.string('group-by') === 'context' && !flags.isGiven('contexts'),
    message: '--group-by=context compares several clusters, but this audit is of one',
    hint: "leave out --group-by, or choose the clusters with --contexts='prod-*'",
  },
  {
    applies: (flags) => flags.boolean('one-per-owner') && flags.boolean('one-per-node'),
    message: 'pods are chosen one per owner or one per node, not both',
    hint: 'leave out --one-per-owner or --one-per-node',
  },
];

/** Throws `usage` for two flags of `audit` that contradict each other. */
export function refuseContradictions(flags: FlagValues): void {
  const found = CONTRADICTIONS.find(({ applies }) => applies(flags));
  if (found !== undefined) throw new CliError('usage', found.message, { hint: found.hint });
}
