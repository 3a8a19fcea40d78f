import { CliError } from '../../errors/cli-error.ts';
import { FLAG_TEXT } from '../../flags/flag-text.ts';
import { flagValuesOf } from '../../flags/flag-values.ts';
import type { CommandInput, Flag, FlagTexts } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { textOfPath, type Config, type ConfigurableCommand } from '../config.ts';
import { findConfigs, type ConfigLocation } from '../find-config.ts';
import { readConfig } from '../read-config.ts';
import { resolveImage } from './image-names.ts';
import { isOn } from './is-on.ts';
import { mergePresets, mergeSection, needPlace } from './merge-files.ts';
import { findPlace } from './place.ts';
import { withPresetCommand } from './preset-command.ts';
import { resolveConfig, resolveTexts, type Resolved } from './resolve-config.ts';
import { withoutYielding } from './yields.ts';

/** A parsed call. */
export interface ConfiguredCall<T extends ConfigurableCommand> {
  readonly command: T;
  readonly commands: readonly T[];
  /** The flags of the command, with the global ones. */
  readonly flags: readonly Flag[];
  readonly input: CommandInput;
  /** Whether the line is still being typed (completion): then nothing is refused. */
  readonly isUnfinished?: true;
}

/** Reads the files that exist. Throws `config`. */
export async function readConfigs(
  locations: readonly ConfigLocation[],
  commands: readonly ConfigurableCommand[],
): Promise<readonly Config[]> {
  const read = await Promise.all(locations.map((location) => readConfig(location, commands)));
  return read.filter((config) => config !== undefined);
}

/**
 * Gives the flags that were not typed the values of the config files, the environment and the preset, and replaces the
 * short names of images. Throws `config` if a file cannot be used, or forbids the call; throws `usage` for an unknown
 * preset.
 */
export async function applyConfig<T extends ConfigurableCommand>(
  io: Io,
  locations: readonly ConfigLocation[],
  call: ConfiguredCall<T>,
): Promise<CommandInput> {
  const { command, commands, flags, input } = call;
  const files = await readConfigs(locations, commands);
  const place = needPlace(files) ? await findPlace(io, input) : undefined;
  const resolved = resolveConfig({ io, files, command, input, place });
  const texts = withImages(input.texts, resolved);
  if (call.isUnfinished !== true) refuseLocked(flags, texts, resolved);
  const defaults = withoutYielding(resolved, texts, flags);
  const ofPreset = call.isUnfinished === true ? {} : withPresetCommand(command, input, mergePresets(files));
  const mirrored = (image: string): string => resolveImage(image, resolved.images);
  const configured = { ...input, ...ofPreset, texts, mirrored, flags: flagValuesOf(flags, texts, defaults) };
  const inEffect = new Map([...defaults].map(([name, each]) => [name, each.texts]));
  if (call.isUnfinished !== true)
    refuseWithoutRequired(command, { ...input, texts, inEffect: new Map([...inEffect, ...texts]) }, resolved);
  return configured;
}

function withImages(typed: FlagTexts, { images }: Resolved): FlagTexts {
  return new Map([...typed].map(([name, texts]) => [name, resolveTexts(name, texts, images)]));
}

/** Throws `config` for a typed flag that is locked to another value. */
function refuseLocked(flags: readonly Flag[], typed: FlagTexts, { locked }: Resolved): void {
  for (const [name, { file, value }] of locked) {
    const flag = flags.find((known) => known.name === name);
    const texts = typed.get(name);
    if (flag === undefined || texts === undefined) continue;
    const fixed = value?.texts ?? (flag.default === undefined ? [] : [flag.default]);
    if (isSame(flag, texts, fixed)) continue;
    throw new CliError('config', `--${name} cannot be changed: ${file} locks it${asValue(fixed)}`, {
      hint: `leave out --${name}`,
    });
  }
}

function asValue(texts: readonly string[]): string {
  return texts.length === 0 ? '' : ` to ${texts.join(', ')}`;
}

function isSame(flag: Flag, one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(valueOf(flag, one)) === JSON.stringify(valueOf(flag, other));
}

/** Lists count as a whole, other values as the last one typed. */
function valueOf({ kind }: Flag, texts: readonly string[]): unknown {
  const values = texts.map((text): unknown => FLAG_TEXT[kind](text));
  return ['strings', 'texts', 'key-values'].includes(kind) ? values.flat() : values.at(-1);
}

/** A call whose flags have their values. */
interface EffectiveCall extends Pick<CommandInput, 'names' | 'texts' | 'commandAfterDash'> {
  /** The texts that are typed, else those of the defaults. */
  readonly inEffect: FlagTexts;
}

/** Throws `config` if a flag is missing that a file asks for. */
function refuseWithoutRequired(
  command: ConfigurableCommand,
  call: EffectiveCall,
  { required }: Resolved,
): void {
  if (changesNothing(command, call)) return;
  for (const { value: name, file, path } of required) {
    const flag = command.flags.find((known) => known.name === name);
    if (flag === undefined || isOn(flag, call.inEffect.get(name))) continue;
    throw new CliError('config', `--${name} is missing: ${file} requires it (${textOfPath(path)})`, {
      hint: `add --${name}${flag.placeholder === undefined ? '' : `=${flag.placeholder}`}`,
    });
  }
}

/** Typed flags with which a call only prints what it would do, or goes on with what has a reason already. */
const CHANGE_NOTHING = ['dry-run', 'show-kubectl'];

function changesNothing(
  { name, flags }: ConfigurableCommand,
  { texts, names, commandAfterDash }: EffectiveCall,
): boolean {
  // With a command, `merge` is a pod.
  const isMerge = name === 'audit' && names[0] === 'merge' && commandAfterDash === undefined;
  const isTyped = flags.some(
    (flag) => CHANGE_NOTHING.includes(flag.name) && isOn(flag, texts.get(flag.name)),
  );
  return name === 'check' || isMerge || texts.has('resume') || isTyped;
}

/** The short names that a line can use, each with what it means. */
export interface ShortNames {
  readonly presets: readonly (readonly [name: string, description: string])[];
  readonly images: readonly (readonly [name: string, image: string])[];
}

/** The presets and the short names of images, to offer them. Throws `config`. */
export async function readShortNames(io: Io, commands: readonly ConfigurableCommand[]): Promise<ShortNames> {
  const files = await readConfigs(findConfigs(io), commands);
  const images = mergeSection(files, 'images', (config) => config.images);
  return {
    presets: [...mergePresets(files)].map(([name, { value }]) => [name, value.description]),
    images: [...images].map(([name, { value }]) => [name, value]),
  };
}
