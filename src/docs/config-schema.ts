import { COMMANDS } from '../commands/command-table.ts';
import { CONFIG_KEYS, PRESET_KEYS, RULE_KEYS } from '../config/decode/decode-config.ts';
import { configurableFlags, onlyWords } from '../config/configurable-flags.ts';
import { LOCKABLE_SECTIONS } from '../config/config.ts';
import type { Flag } from '../flags/flag.ts';

/** A part of a JSON schema. */
type Schema = Readonly<Record<string, unknown>>;

const SCALAR: Schema = { type: ['string', 'number'] };
const TEXTS: Schema = { anyOf: [SCALAR, { type: 'array', items: SCALAR }] };
const NAMES: Schema = TEXTS;

/** What a file can have as the value of a flag. `only` are the words that every command accepts. */
function valueSchema(flag: Flag, only: readonly string[] | undefined): Schema {
  if (only !== undefined) return { enum: only };
  switch (flag.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'string':
      return flag.textWhenBare === undefined ? SCALAR : { type: ['string', 'number', 'boolean'] };
    case 'strings':
    case 'texts':
      return TEXTS;
    case 'key-values':
      return { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } };
    case 'integer':
      return { type: 'integer' };
    case 'duration':
      return { anyOf: [{ type: 'string' }, { const: 0 }] };
  }
}

function flagsSchema(commands: typeof COMMANDS): Schema {
  const properties = new Map<string, Schema>();
  for (const command of commands)
    for (const flag of configurableFlags(command))
      properties.set(flag.name, {
        description: flag.description,
        ...valueSchema(flag, wordsOfAll(flag, commands)),
      });
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** In `defaults`, a word that one of the commands accepts. */
function wordsOfAll(flag: Flag, commands: typeof COMMANDS): readonly string[] | undefined {
  const having = commands.filter((command) =>
    configurableFlags(command).some(({ name }) => name === flag.name),
  );
  const words = having.map(({ name }) => onlyWords(name, flag));
  return words.every((each) => each !== undefined) ? [...new Set(words.flat())] : undefined;
}

function scopeProperties(): Record<string, Schema> {
  const ofCommands = COMMANDS.map((command) => [command.name, { $ref: `#/definitions/${command.name}` }]);
  return {
    defaults: { $ref: '#/definitions/flags', description: 'Flags of every command that has them' },
    commands: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(ofCommands) as Schema,
      description: 'Flags of one command; they go before defaults',
    },
    require: { ...NAMES, description: 'Flags that each call must set, such as reason' },
  };
}

/** Only the keys that the reader knows, so that the two cannot differ. */
function objectOf(keys: readonly string[], properties: Readonly<Record<string, Schema>>): Schema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(keys.map((key) => [key, properties[key]])),
  };
}

/** The JSON schema of a config file, for editors. */
export function renderConfigSchema(): string {
  const rule = objectOf(RULE_KEYS, {
    contexts: { ...NAMES, description: 'Contexts of the kubeconfig; * stands for any text' },
    namespaces: { ...NAMES, description: 'Namespaces; * stands for any text' },
    ...scopeProperties(),
  });
  const preset = objectOf(PRESET_KEYS, {
    description: { type: 'string' },
    flags: { $ref: '#/definitions/flags' },
    command: {
      anyOf: [
        { type: ['string', 'number'], minLength: 1 },
        { type: 'array', items: SCALAR, minItems: 1 },
      ],
      description: 'A script for sh, or a command word by word; it gets the words typed after --',
    },
  });
  const names = { type: 'object', additionalProperties: { type: 'string' } };
  const config = objectOf(CONFIG_KEYS, {
    $schema: { type: 'string' },
    ...scopeProperties(),
    rules: {
      anyOf: [rule, { type: 'array', items: rule }],
      description: 'Settings for some contexts and namespaces; a later rule goes before an earlier one',
    },
    images: { ...names, description: 'Images by their short names, for --image' },
    registries: { ...names, description: 'What replaces the beginning of the names of images' },
    presets: {
      type: 'object',
      additionalProperties: preset,
      description: 'Named sets of flags, for --preset',
    },
    locked: {
      ...NAMES,
      description: `Only in a company's file: flags, or ${LOCKABLE_SECTIONS.join(', ')}, that nothing may change`,
    },
  });
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Config of kubectl-debug',
    ...config,
    definitions: {
      flags: flagsSchema(COMMANDS),
      ...Object.fromEntries(COMMANDS.map((command) => [command.name, flagsSchema([command])])),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
