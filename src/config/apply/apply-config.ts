import { CliError } from '../../errors/cli-error.ts';
import { FLAG_TEXT } from '../../flags/flag-text.ts';
import { flagValuesOf } from '../../flags/flag-values.ts';
import type { CommandInput, Flag, FlagTexts } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { textOfPath, type Config, type ConfigurableCommand } from '../config.ts';
import { findConfigs, type ConfigLocation } from '../find-config.ts';
import { readConfig } from '../read-config.ts';
import { resolveImage } from './image-names.ts';
import { mergePresets, mergeSection, needPlace } from './merge-files.ts';
import { findPlace } from './place.ts';
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
  const defaults = withoutYielding(resolved.defaults, texts);
  const mirrored = (image: string): string => resolveImage(image, resolved.images);
  const configured = { ...input, texts, mirrored, flags: flagValuesOf(flags, texts, defaults) };
  if (call.isUnfinished !== true) refuseWithoutRequired(command, configured, resolved);
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

/** Throws `config` if a flag is missing that a file asks for. */
function refuseWithoutRequired(
  { name: command, flags }: ConfigurableCommand,
  input: CommandInput,
  { required }: Resolved,
): void {
  if (changesNothing(command, input)) return;
  const missing = required.find(
    ({ value }) => flags.some(({ name }) => name === value) && !hasValue(input, value),
  );
  if (missing === undefined) return;
  const flag = flags.find(({ name }) => name === missing.value);
  const { file, path } = missing;
  throw new CliError('config', `--${missing.value} is missing: ${file} requires it (${textOfPath(path)})`, {
    hint: `add --${missing.value}${flag?.placeholder === undefined ? '' : `=${flag.placeholder}`}`,
  });
}

/** Blanks are no reason. */
function hasValue({ flags, texts }: CommandInput, name: string): boolean {
  return flags.isSet(name) && texts.get(name)?.at(-1)?.trim() !== '';
}

/** A call that only prints what it would do, or goes on with what has a reason already. */
function changesNothing(command: string, { flags, texts, names }: CommandInput): boolean {
  const isDry = (texts.get('dry-run')?.at(-1) ?? 'none') !== 'none';
  const isOn = (name: string): boolean => (texts.get(name)?.at(-1) ?? 'false') !== 'false';
  const isMerge = command === 'audit' && names[0] === 'merge';
  return (
    command === 'check' || isDry || isMerge || isOn('show-kubectl') || isOn('resume') || flags.isGiven('help')
  );
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
