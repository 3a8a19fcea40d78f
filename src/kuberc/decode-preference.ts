import { isMapping } from '../cluster/settings/kubeconfig-entry.ts';
import { parseKubectlYaml } from '../cluster/formats/kubectl-yaml.ts';
import { BOUNDS } from '../errors/bounds.ts';
import { FieldMismatch, listOf, mapping, text, type FieldReader } from './preference-fields.ts';
import type { Alias, CommandDefaults, OptionDefault, Preference } from './preference.ts';

/** The contents of a file. */
type Decoded =
  /** Only blanks. */
  | { readonly kind: 'empty' }
  /** kubectl only warns about these `mistakes`. */
  | { readonly kind: 'preference'; readonly preference: Preference; readonly mistakes: readonly string[] }
  /** No document can be used; `reasons` has one line for each. */
  | { readonly kind: 'unusable'; readonly reasons: readonly string[] };

const GROUP = 'kubectl.config.k8s.io';
const KIND = 'Preference';

/** The names of `defaults` and `options` in each version. */
const VERSIONS = {
  v1beta1: { defaults: 'defaults', options: 'options', hasPolicy: true },
  v1alpha1: { defaults: 'overrides', options: 'flags', hasPolicy: false },
} as const;
type Version = (typeof VERSIONS)[keyof typeof VERSIONS];

/** Words that are not text in YAML 1.1, which kubectl reads, but are for `parseKubectlYaml`. */
const ONLY_IN_YAML_1_1 = /(?:^|[\s,[{])(?:y|n|yes|no|on|off|[-+]?\d[\d_]*|[-+]?0b[01_]+)\s*(?:$|[\s,\]}])/im;

/**
 * Decodes the first usable document of a kuberc. As in kubectl, a field of a wrong type makes a document unusable;
 * an unknown or repeated field does not.
 */
export async function decodePreference(file: string): Promise<Decoded> {
  const reasons: string[] = [];
  for (const [index, document] of splitDocuments(file).entries()) {
    try {
      const parsed = await parseDocument(document);
      const unknown: string[] = [];
      const preference = readPreference(parsed.value, unknown);
      const mistakes = [...parsed.mistakes, ...unknown.map((path) => `unknown field "${path}"`)];
      return { kind: 'preference', preference, mistakes };
    } catch (error) {
      if (!(error instanceof FieldMismatch)) throw error;
      reasons.push(`document ${index + 1}: ${error.message}`);
    }
  }
  return reasons.length === 0 ? { kind: 'empty' } : { kind: 'unusable', reasons };
}

/** Skips blank documents. */
function splitDocuments(file: string): readonly string[] {
  return file.split(/^---[ \t]*(?:#.*)?\r?$/m).filter((document) => document.trim() !== '');
}

/** A document, and the mistakes that kubectl only warns of. */
interface ParsedDocument {
  readonly value: unknown;
  readonly mistakes: readonly string[];
}

async function parseDocument(document: string): Promise<ParsedDocument> {
  const plain = ONLY_IN_YAML_1_1.test(document) ? undefined : parseKubectlYaml(document);
  if (plain !== undefined) return { value: plain, mistakes: [] };
  const { parseYaml } = await import('../cluster/formats/parse-yaml.ts');
  const parsed = parseYaml(document, { version: '1.1', allowsRepeatedKeys: true });
  switch (parsed.kind) {
    case 'documents': {
      const [value = null, ...others] = parsed.documents;
      if (others.length > 0) throw new FieldMismatch('it has more than one document');
      return {
        value,
        mistakes: parsed.repeatedKeys.map(({ line }) => `line ${line}: the earlier value of this key`),
      };
    }
    case 'too-large':
      throw new FieldMismatch(`it ${BOUNDS[parsed.bound].passed}`);
    case 'mistake': {
      // A colon can be followed by a quotation of the file.
      const [why = ''] = parsed.why.split(/[:\n]/);
      throw new FieldMismatch(`line ${parsed.line}: ${why.trim()}`);
    }
  }
}

function readPreference(value: unknown, unknown: string[]): Preference {
  if (!isMapping(value)) throw new FieldMismatch('it is not a mapping');
  const { apiVersion, kind } = value;
  const name = typeof apiVersion === 'string' ? apiVersion : '';
  const version = Object.entries(VERSIONS).find(([each]) => name === `${GROUP}/${each}`)?.[1];
  if (version === undefined || kind !== KIND)
    throw new FieldMismatch(
      `apiVersion and kind are not ${Object.keys(VERSIONS)
        .map((each) => `${GROUP}/${each}`)
        .join(' or ')} and ${KIND}`,
    );
  return preferenceOf(version, unknown)(value, '');
}

function preferenceOf(version: Version, unknown: string[]): FieldReader<Preference> {
  const command = mapping<CommandDefaults>(unknown, (field) => ({
    command: field('command', text),
    options: field(version.options, options(unknown)),
  }));
  return mapping(unknown, (field) => {
    field('apiVersion', text);
    field('kind', text);
    return {
      defaults: field(version.defaults, listOf(command)) ?? [],
      aliases: field('aliases', listOf(aliasOf(version, unknown))) ?? [],
      credentialPluginPolicy: version.hasPolicy ? field('credentialPluginPolicy', text) : '',
      credentialPluginAllowlist: version.hasPolicy
        ? field('credentialPluginAllowlist', listOf(allowed(unknown)))
        : undefined,
    };
  });
}

function aliasOf(version: Version, unknown: string[]): FieldReader<Alias> {
  return mapping(unknown, (field) => ({
    name: field('name', text),
    command: field('command', text),
    prependArgs: field('prependArgs', listOf(text)) ?? [],
    appendArgs: field('appendArgs', listOf(text)) ?? [],
    options: field(version.options, options(unknown)),
  }));
}

function options(unknown: string[]): FieldReader<readonly OptionDefault[]> {
  const option = mapping<OptionDefault>(unknown, (field) => ({
    name: field('name', text),
    value: field('default', text),
  }));
  return (value, path) => listOf(option)(value, path) ?? [];
}

/** `name` is the old name of `command`. */
function allowed(unknown: string[]): FieldReader<string> {
  return (value, path) =>
    mapping(unknown, (field) => {
      const name = field('name', text);
      const command = field('command', text);
      if (name !== '' && command !== '' && name !== command)
        throw new FieldMismatch(`${path} has both a name and a command, and they differ`);
      return command === '' ? name : command;
    })(value, path);
}
