import { tooLarge } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import {
  entryError,
  innerEntries,
  innerEntry,
  isMapping,
  textField,
  type KubeconfigEntry,
} from './kubeconfig-entry.ts';
import { parseKubectlYaml } from '../formats/kubectl-yaml.ts';

export type EntriesByName = ReadonlyMap<string, KubeconfigEntry>;

/** One file. Entries are parsed when used, so a broken entry does not affect the others. */
export interface ParsedKubeconfig {
  readonly currentContext: string | undefined;
  readonly contexts: EntriesByName;
  readonly clusters: EntriesByName;
  readonly users: EntriesByName;
}

/**
 * Parses a kubeconfig in JSON or YAML. Loads the YAML parser only if needed. Throws `kubeconfig` with the file's
 * name. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
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

/** Like kubectl, refuses other versions and treats a missing version as v1. */
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
  const known = text.trimStart().startsWith('{') ? tryJson(text) : parseKubectlYaml(text);
  if (known !== undefined) return known;
  const { parseYaml } = await import('../formats/parse-yaml.ts');
  const parsed = parseYaml(text, { version: '1.2' });
  switch (parsed.kind) {
    case 'documents': {
      const [value = null, ...others] = parsed.documents;
      if (others.length > 0) throw invalidYaml(file, 1, 'it has more than one document');
      return value;
    }
    case 'too-large':
      throw tooLarge(parsed.bound, `the kubeconfig ${file}`);
    case 'mistake': {
      // A colon or a backslash can be followed by a quotation of the mistake, which can be a token.
      const [why = ''] = parsed.why.split(/[:\\]/);
      throw invalidYaml(file, parsed.line, why.trim());
    }
  }
}

function invalidYaml(file: string, line: number, why: string): CliError {
  return new CliError('kubeconfig', `${file} is not valid YAML: line ${line}: ${why}`);
}

/** undefined if the text is not JSON: YAML can start with a brace, too. */
function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The YAML parser reads JSON as well, with better errors.
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
