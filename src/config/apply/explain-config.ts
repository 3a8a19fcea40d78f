import type { CommandInput, FlagDefault, FlagOrigin } from '../../flags/flag.ts';
import { readTextFile } from '../../cluster/formats/read-text-file.ts';
import type { Io } from '../../io.ts';
import type { Config, ConfigPath, ConfigurableCommand } from '../config.ts';
import { findConfigs } from '../find-config.ts';
import { readConfigs } from './apply-config.ts';
import { mergePresets, needPlace, type Entry } from './merge-files.ts';
import { findPlace, type Place } from './place.ts';
import { resolveConfig, type Resolved } from './resolve-config.ts';

/** A flag that is set without being typed, for some commands. */
export interface ExplainedFlag {
  readonly commands: readonly string[];
  readonly name: string;
  readonly texts: readonly string[];
  readonly origin: FlagOrigin;
  readonly isLocked: boolean;
  /** What it goes before, the nearest first. */
  readonly replaced: readonly FlagDefault[];
}

/** All that is configured in one place. */
export interface ExplainedConfig {
  readonly place: Place;
  /** Where files were looked for, and those that exist. */
  readonly looked: readonly string[];
  readonly files: readonly Config[];
  readonly flags: readonly ExplainedFlag[];
  readonly required: Resolved['required'];
  readonly images: Resolved['images'];
  readonly presets: ReadonlyMap<string, Entry<{ readonly description: string }>>;
  /** The line of a value in a file; undefined if the file has changed since. */
  readonly lineOf: (file: string, path: ConfigPath) => number | undefined;
}

/** Finds out what each command gets without typing it. Throws `config` and `kubeconfig`. */
export async function explainConfig(
  io: Io,
  commands: readonly ConfigurableCommand[],
  input: CommandInput,
): Promise<ExplainedConfig> {
  const locations = findConfigs(io);
  const files = await readConfigs(locations, commands);
  const place = await findPlace(io, input);
  const resolved = commands.map((command) => ({
    name: command.name,
    ...resolveConfig({
      io,
      files,
      command,
      input: NOTHING_TYPED,
      place: needPlace(files) ? place : undefined,
    }),
  }));
  return {
    place,
    looked: locations.map(({ path }) => path),
    files,
    flags: joinEqual(resolved.flatMap(flagsOf)),
    required: resolved[0]?.required ?? [],
    images: resolved[0]?.images ?? { images: new Map(), registries: new Map() },
    presets: mergePresets(files),
    lineOf: await readLines(files),
  };
}

async function readLines(files: readonly Config[]): Promise<ExplainedConfig['lineOf']> {
  const { placesInYaml } = await import('../../cluster/formats/parse-yaml.ts');
  const places = await Promise.all(
    files.map(async ({ file }) => [file, placesInYaml(await readTextFile(file))] as const),
  );
  const byFile = new Map(places);
  return (file, path) => byFile.get(file)?.(path)?.line;
}

const NOTHING_TYPED = { texts: new Map<string, readonly string[]>() };

function flagsOf({
  name: command,
  layers,
  defaults,
  locked,
}: Resolved & { readonly name: string }): readonly ExplainedFlag[] {
  return [...defaults].map(([name, { texts, origin }]) => ({
    commands: [command],
    name,
    texts,
    origin,
    isLocked: locked.has(name),
    replaced: layers
      .flatMap((layer) => layer.get(name) ?? [])
      .filter((each) => each.origin !== origin)
      .reverse(),
  }));
}

/** One row for all commands with the same value from the same place, in place of the same. */
function joinEqual(rows: readonly ExplainedFlag[]): readonly ExplainedFlag[] {
  const joined = new Map<string, ExplainedFlag>();
  for (const row of rows) {
    const key = JSON.stringify([row.name, row.texts, row.origin, row.replaced]);
    const known = joined.get(key);
    joined.set(key, { ...row, commands: [...(known?.commands ?? []), ...row.commands] });
  }
  return [...joined.values()];
}
