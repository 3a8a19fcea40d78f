import { CliError } from '../../errors/cli-error.ts';
import { suggestWord } from '../../errors/suggest.ts';
import { DEFAULT_IMAGE } from '../../flags/tables/debug-flags.ts';
import type { CommandInput, FlagDefault } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import {
  originIn,
  type Config,
  type ConfigurableCommand,
  type Placed,
  type Preset,
  type Scope,
} from '../config.ts';
import { readEnvironment } from './environment.ts';
import { resolveImage, type ImageRules } from './image-names.ts';
import { isOn } from './is-on.ts';
import { defaultsOf, defaultsOfFile, over, type Defaults } from './layers.ts';
import { mergePresets, mergeSection, scopesOf, type Entry } from './merge-files.ts';
import type { Place } from './place.ts';

/** What the files, the environment and a preset say about one call. */
export interface Resolved {
  /** What each source says; a later one goes before an earlier one. */
  readonly layers: readonly Defaults[];
  readonly defaults: Defaults;
  /** The values that nothing may change, by the names of flags; a text list of undefined is the built-in value. */
  readonly locked: ReadonlyMap<string, { readonly file: string; readonly value: FlagDefault | undefined }>;
  /** Flags that the call must set, and the file that says so. */
  readonly required: readonly (Placed<string> & { readonly file: string })[];
  readonly images: Images;
}

/** The sections about images of all files. */
interface Images {
  readonly images: ReadonlyMap<string, Entry<string>>;
  readonly registries: ReadonlyMap<string, Entry<string>>;
}

/** All that a call is resolved from. */
export interface Sources {
  readonly io: Pick<Io, 'env'>;
  /** The company's file before the user's. */
  readonly files: readonly Config[];
  readonly command: ConfigurableCommand;
  readonly input: Pick<CommandInput, 'texts'>;
  /** undefined if no rule needs it. */
  readonly place: Place | undefined;
}

/** Lays the sources over each other. Throws `config` and `usage`. */
export function resolveConfig(sources: Sources): Resolved {
  const resolved = resolveIn(sources);
  const { place } = sources;
  if (place === undefined || !isForAllByDefault(sources, resolved)) return resolved;
  return resolveIn({ ...sources, place: { ...place, namespaces: 'all' } });
}

/** Whether a default, and not the line, makes the call one for every namespace: then the rules of each count. */
function isForAllByDefault({ command, input: { texts } }: Sources, { defaults }: Resolved): boolean {
  const flag = command.flags.find(({ name }) => name === 'all-namespaces');
  const isTyped = texts.has('all-namespaces') || texts.has('namespace');
  return flag !== undefined && !isTyped && isOn(flag, defaults.get(flag.name)?.texts);
}

function resolveIn(sources: Sources): Resolved {
  const { io, files, command, place } = sources;
  const images: Images = {
    images: mergeSection(files, 'images', (config) => config.images),
    registries: mergeSection(files, 'registries', ({ registries }) => registries),
  };
  const ofFiles = files.map((config) =>
    withImages(defaultsOfFile(config, scopesOf(config, place), command), images),
  );
  const own = defaultImagesOf(command, images);
  const ofEnvironment = withImages(readEnvironment(io, command), images);
  const layers = [
    own,
    withImages(impliedDefaults(sources, images), images),
    ...ofFiles,
    ofEnvironment,
    withImages(presetDefaults(sources, over(...ofFiles, ofEnvironment)), images),
  ];
  const locked = findLocked(
    files,
    ofFiles.map((each) => over(own, each)),
  );
  return {
    layers,
    defaults: withLocked(over(...layers), locked),
    locked,
    required: files.flatMap((config) => requiredBy(config, scopesOf(config, place))),
    images,
  };
}

function requiredBy({ file }: Config, scopes: readonly Scope[]): Resolved['required'] {
  return scopes.flatMap(({ require }) => require.map((each) => ({ ...each, file })));
}

/** The last preset goes before the first. Throws `usage` for one that does not exist. */
function presetDefaults({ files, command, input }: Sources, defaults: Defaults): Defaults {
  if (!command.flags.some(({ name }) => name === 'preset')) return new Map();
  const texts = input.texts.get('preset') ?? defaults.get('preset')?.texts ?? [];
  const chosen = texts.flatMap((text) => text.split(',')).filter((name) => name !== '');
  if (chosen.length === 0) return new Map();
  const presets = mergePresets(files);
  return over(
    ...chosen.map((name) => {
      const preset = presets.get(name);
      if (preset === undefined) throw unknownPreset(name, [...presets.keys()]);
      const set = defaultsOf(preset.value.flags, command, () => ({ kind: 'preset', name }));
      return besideImage(set, preset.value, defaults.get('image'));
    }),
  );
}

/** What a preset sets, if a file or the environment sets an image. */
function besideImage(set: Defaults, { yieldsImage }: Preset, own: FlagDefault | undefined): Defaults {
  const image = set.get('image');
  const replaced = own?.texts.at(-1);
  if (image?.origin.kind !== 'preset' || replaced === undefined) return set;
  if (yieldsImage) return new Map([...set].filter(([name]) => name !== 'image'));
  return over(set, new Map([['image', { ...image, origin: { ...image.origin, replaced } }]]));
}

/**
 * What the default preset of a command sets; everything else goes before it. A company may allow no such preset. A short name
 * of an image goes before the built-in preset of the same name.
 */
function impliedDefaults({ files, command }: Sources, { images }: Images): Defaults {
  const name = command.flags.find((flag) => flag.name === 'preset')?.default;
  if (name === undefined) return new Map();
  const preset = mergePresets(files).get(name);
  const implied = defaultsOf(preset?.value.flags ?? new Map(), command, () => ({ kind: 'preset', name }));
  const alias = preset?.file === undefined ? images.get(name) : undefined;
  if (alias?.file === undefined) return implied;
  const origin = originIn({ file: alias.file }, alias.path);
  return over(implied, new Map([['image', { texts: [name], origin }]]));
}

function unknownPreset(name: string, known: readonly string[]): CliError {
  const near = suggestWord(name, known);
  const all = known.length === 0 ? 'the company allows none' : `presets: ${known.join(', ')}`;
  return new CliError('usage', `there is no preset "${name}"`, {
    hint: near === undefined ? all : `did you mean --preset=${near}? ${all}`,
  });
}

/** Without a value in its file, a locked image is still taken from the registry of the config. */
function findLocked(files: readonly Config[], ofFiles: readonly Defaults[]): Resolved['locked'] {
  const locked = new Map<string, { readonly file: string; readonly value: FlagDefault | undefined }>();
  for (const [index, { file, locked: names }] of files.entries())
    for (const name of names) locked.set(name, { file, value: ofFiles[index]?.get(name) });
  return locked;
}

function withLocked(defaults: Defaults, locked: Resolved['locked']): Defaults {
  const kept = [...defaults].filter(([name]) => !locked.has(name));
  const fixed = [...locked].flatMap(([name, { value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return new Map([...kept, ...fixed]);
}

/** Our own default images, if a registry replaces their names. */
function defaultImagesOf({ flags }: ConfigurableCommand, images: ImageRules): Defaults {
  return new Map(
    flags
      .filter(({ name }) => OF_IMAGES.includes(name))
      .map(({ name, default: own = DEFAULT_IMAGE }) => ({ name, own, image: resolveImage(own, images) }))
      .filter(({ own, image }) => image !== own)
      .map(({ name, image }) => [name, { texts: [image], origin: { kind: 'registry' } }]),
  );
}

/** The flags whose value is an image. */
const OF_IMAGES = ['image', 'expires-image'];

function withImages(defaults: Defaults, images: ImageRules): Defaults {
  return new Map(
    [...defaults].map(([name, { texts, origin }]) => [
      name,
      { origin, texts: resolveTexts(name, texts, images) },
    ]),
  );
}

/** The texts of a flag with the images in them resolved. */
export function resolveTexts(flag: string, texts: readonly string[], images: ImageRules): readonly string[] {
  if (OF_IMAGES.includes(flag)) return texts.map((text) => (text === '' ? '' : resolveImage(text, images)));
  if (flag !== 'set-image') return texts;
  return texts.map((text) => text.replaceAll(/(?<==)[^,"]+/g, (image) => resolveImage(image, images)));
}
