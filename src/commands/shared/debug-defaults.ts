import { DEFAULT_IMAGE } from '../../flags/tables/debug-flags.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { carriesInput } from '../../session/choose-way.ts';
import { LISTED } from '../../target/names/parse-target.ts';
import { isShell } from '../../join/is-shell.ts';
import type { ResultMode } from './result-mode.ts';
import { readViaFlag } from './session-options.ts';

/** What the program chooses before it asks the cluster. */
export interface Defaults {
  /** Absent if an image was given, or none is needed. */
  readonly image?: string;
  /** Whether that image is the one of the program, which is for Linux. */
  readonly isOwnImage: boolean;
  /** Replaces the registry of an image that the program chooses later. */
  readonly mirrored: (image: string) => string;
  /** Whether `-it` is the default of this call. */
  readonly isInteractive: boolean;
  /** Whether the program chooses the target container; `none` is kubectl's default. */
  readonly target: 'given' | 'chosen' | 'none';
}

/** The value of `--target` with which the target is chosen even if `--image` is given. */
const AUTO = 'auto';

/** Whether a person types the input and sees the output. */
function hasPerson({ terminal }: Io): boolean {
  return terminal.hasInput && terminal.hasOutput;
}

/** The image of a debug container if none is typed: that of the config or the environment, else ours. */
export function defaultImage(flags: FlagValues): string {
  const image = flags.isGiven('image') ? '' : (flags.string('image') ?? '');
  return image === '' ? DEFAULT_IMAGE : image;
}

/** The typed image, which may be empty, else the default one. */
export function imageOf(flags: FlagValues): string {
  return flags.isGiven('image') ? (flags.string('image') ?? '') : defaultImage(flags);
}

/** Chooses the defaults from the command line alone. Throws `usage` for a wrong `--via`. */
export function chooseDefaults(io: Io, input: CommandInput, result: ResultMode): Defaults {
  const { mirrored = (image: string) => image } = input;
  const isNeeded = needsImage(input);
  return {
    ...(isNeeded && { image: defaultImage(input.flags) }),
    isOwnImage: isNeeded && isOwnImage(input.flags),
    mirrored,
    isInteractive: wantsTerminal(io, input, result),
    target: targetChoice(input),
  };
}

/** Whether nobody has set the image, though it may come from another registry. */
export function isOwnImage(flags: FlagValues): boolean {
  const origin = flags.origin('image');
  return !flags.isGiven('image') && (origin === undefined || origin.kind === 'registry');
}

/** An empty `--image=` stays empty, and is refused as in kubectl. A copy needs an image only for a new container. */
function needsImage({ flags }: CommandInput): boolean {
  if (flags.isGiven('image')) return false;
  const changesCopy = flags.isGiven('set-image') || (flags.string('container') ?? '') !== '';
  return (flags.string('copy-to') ?? '') === '' || !changesCopy;
}

/** Like ssh and docker: a shell that is started on a terminal is interactive. */
function wantsTerminal(io: Io, input: CommandInput, result: ResultMode): boolean {
  const { flags, commandAfterDash = [] } = input;
  const isSaid = flags.isGiven('stdin') || flags.isGiven('tty');
  const isOnlyShell = isShell(commandAfterDash) && !flags.boolean('arguments-only');
  const canType = carriesInput(readViaFlag(flags)) && hasPerson(io) && !input.names.includes(LISTED);
  return !isSaid && result.kind === 'session' && isOnlyShell && startsContainer(input) && canType;
}

/** Whether the call starts a container to type into: a copy with only new images has none. */
function startsContainer(input: CommandInput): boolean {
  const { flags, commandAfterDash = [] } = input;
  const isReplaced = flags.isGiven('container') && commandAfterDash.length > 0;
  return flags.isGiven('image') || needsImage(input) || isReplaced;
}

/**
 * Depends on the command line, not on the terminal, so that a line does the same in a script. Without `--image` a target is
 * chosen; with it kubectl's default applies. `--rootfs` always needs a target.
 */
function targetChoice({ flags }: CommandInput): Defaults['target'] {
  const isCopy = (flags.string('copy-to') ?? '') !== '';
  const target = flags.string('target');
  if (isCopy || (target !== undefined && target !== AUTO)) return 'given';
  return target === AUTO || flags.boolean('rootfs') || !flags.isGiven('image') ? 'chosen' : 'none';
}
