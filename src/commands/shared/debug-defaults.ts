import { DEFAULT_IMAGE } from '../../flags/tables/debug-flags.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { carriesInput } from '../../session/choose-way.ts';
import { isShell } from '../../join/is-shell.ts';
import type { ResultMode } from './result-mode.ts';
import { readViaFlag } from './session-flags.ts';

/** What is chosen for the user before the cluster is asked, where nothing was said about it. */
export interface Defaults {
  /** Absent where one was given, or none is needed. */
  readonly image?: string;
  /** Whether stdin and a terminal go to the container, as `-it` says it. */
  readonly isInteractive: boolean;
  /** Whether the target container is chosen here; `none` is kubectl's default, which is spoken of where it matters. */
  readonly target: 'given' | 'chosen' | 'none';
}

/** The word of `--target` that asks, beside `--image`, for what is chosen without one. */
const AUTO = 'auto';

/** Whether a person types and sees the answer. */
export function hasPerson({ terminal }: Io): boolean {
  return terminal.hasInput && terminal.hasOutput;
}

/** The image of a debug container for which none was named. */
export function defaultImage(io: Io): string {
  const image = io.env['KUBECTL_DEBUG_IMAGE'] ?? '';
  return image === '' ? DEFAULT_IMAGE : image;
}

/** Chooses what can be chosen from the command line alone. Throws `usage` for a wrong `--via`. */
export function chooseDefaults(io: Io, input: CommandInput, result: ResultMode): Defaults {
  const image = needsImage(input) ? { image: defaultImage(io) } : {};
  return { ...image, isInteractive: wantsTerminal(io, input, result), target: targetChoice(input) };
}

/** An empty `--image=` is none, which kubectl refuses; a copy needs one only for a container that is new. */
function needsImage({ flags }: CommandInput): boolean {
  if (flags.isGiven('image')) return false;
  const changesCopy = flags.isGiven('set-image') || (flags.string('container') ?? '') !== '';
  return (flags.string('copy-to') ?? '') === '' || !changesCopy;
}

/** As ssh and docker have it: a shell that was asked for on a terminal is to be typed into. */
function wantsTerminal(io: Io, input: CommandInput, result: ResultMode): boolean {
  const { flags, commandAfterDash = [] } = input;
  const isSaid = flags.isGiven('stdin') || flags.isGiven('tty');
  const isOnlyShell = isShell(commandAfterDash) && !flags.boolean('arguments-only');
  const canType = carriesInput(readViaFlag(flags)) && hasPerson(io);
  return !isSaid && result.kind === 'session' && isOnlyShell && startsContainer(input) && canType;
}

/** Whether something is started that a person could type into: a copy with other images alone is only made. */
function startsContainer(input: CommandInput): boolean {
  const { flags, commandAfterDash = [] } = input;
  const isReplaced = flags.isGiven('container') && commandAfterDash.length > 0;
  return flags.isGiven('image') || needsImage(input) || isReplaced;
}

/**
 * By how it was typed, not where, so that a line does the same in a script: without `--image` it is ours, and a target is
 * chosen; with it, it is kubectl's. Whoever asks for the files of a container asks for a container.
 */
function targetChoice({ flags }: CommandInput): Defaults['target'] {
  const isCopy = (flags.string('copy-to') ?? '') !== '';
  const target = flags.isGiven('target') ? flags.string('target') : undefined;
  if (isCopy || (target !== undefined && target !== AUTO)) return 'given';
  return target === AUTO || flags.boolean('rootfs') || !flags.isGiven('image') ? 'chosen' : 'none';
}
