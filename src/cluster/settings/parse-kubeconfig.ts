import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import {
  entryError,
  innerEntries,
  innerEntry,
  isMapping,
  textField,
  type KubeconfigEntry,
} from './kubeconfig-entry.ts';
import { parsePlainYaml } from '../formats/kubectl-yaml.ts';

export type EntriesByName = ReadonlyMap<string, KubeconfigEntry>;

/** One file. Its entries are looked at only when they are used, so one that is wrong harms nobody else. */
export interface ParsedKubeconfig {
  readonly currentContext: string | undefined;
  readonly contexts: EntriesByName;
  readonly clusters: EntriesByName;
  readonly users: EntriesByName;
}

/**
 * Parses a kubeconfig, JSON or YAML; the parser of YAML is loaded only for what needs it. Throws `kubeconfig` with the
 * file's name. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function parseKubeconfig(text: string, file: string): Promise<ParsedKubeconfig> {
  const fields = (await parseText(text, file)) ?? {};
  if (!isMapping(fields))
    throw new CliError('kubeconfig', `${file} is not a kubeconfig: it must be a mapping`);
  const top: KubeconfigEntry = { label: 'the kubeconfig', file, fields };
  requireVersion(top);
  return {
    currentContext: textField(top, 'current-context'),
    contexts: namedEntries(top, 'contexts', 'context'),
    clusters: namedEntries(top, 'clusters', 'cluster'),
    users: namedEntries(top, 'users', 'user'),
  };
}

/** Another version may mean something else by the same words; kubectl refuses it as well, and takes none for this one. */
function requireVersion(top: KubeconfigEntry): void {
  const apiVersion = textField(top, 'apiVersion') ?? 'v1';
  const kind = textField(top, 'kind') ?? 'Config';
  if (apiVersion === 'v1' && kind === 'Config') return;
  throw entryError(
    top,
    `it is of kind ${kind}, version ${apiVersion}`,
    'a kubeconfig is of kind Config, version v1',
  );
}

async function parseText(text: string, file: string): Promise<unknown> {
  const known = text.trimStart().startsWith('{') ? tryJson(text) : parsePlainYaml(text);
  if (known !== undefined) return known;
  const { parseYamlDocument } = await import('../formats/parse-yaml-document.ts');
  try {
    return parseYamlDocument(text, `the kubeconfig ${file}`);
  } catch (cause) {
    if (isCliError(cause)) throw cause;
    // Not the parser's pretty errors, which quote the lines around the mistake, nor what it says behind a colon or a
    // backslash, which quotes the mistake itself, nor the error as a cause: what is quoted can be a token.
    const [why = ''] = errorText(cause).split(/[:\\]/);
    throw new CliError('kubeconfig', `${file} is not valid YAML: line ${lineOf(text, cause)}: ${why.trim()}`);
  }
}

function lineOf(text: string, error: unknown): number {
  const start = error instanceof Error && 'offset' in error ? Number(error.offset) : 0;
  return text.slice(0, start).split('\n').length;
}

/** undefined for what is not JSON after all: YAML, too, can start with a brace. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser of YAML reads JSON as well, and says better what is wrong with it.
    return undefined;
  }
}

function namedEntries(top: KubeconfigEntry, list: string, kind: string): EntriesByName {
  const entries = new Map<string, KubeconfigEntry>();
  for (const item of innerEntries(top, list)) {
    const name = textField(item, 'name') ?? '';
    if (entries.has(name)) throw entryError(top, `${list} has two entries of the name "${name}"`);
    const inner = innerEntry(item, kind);
    entries.set(name, { label: `${kind} "${name}"`, file: top.file, fields: inner?.fields ?? {} });
  }
  return entries;
}
