import { normalize, sep } from 'node:path';
import type { PluginPolicy } from '../io.ts';
import type { OptionDefault, Preference } from './preference.ts';

const ALIAS_NAME = /^[a-zA-Z]+$/;

/** The first violation of kubectl's rules in a kuberc; undefined if there is none. */
export function findMistake(preference: Preference): string | undefined {
  return (
    findAliasMistake(preference) ??
    findDashes(preference.defaults.flatMap(({ options }) => options)) ??
    findPolicyMistake(preference)
  );
}

function findAliasMistake({ aliases }: Preference): string | undefined {
  const names = new Set<string>();
  for (const { name, options } of aliases) {
    if (!ALIAS_NAME.test(name)) return `the alias "${name}" must consist of the letters a to z and A to Z`;
    const dashes = findDashes(options);
    if (dashes !== undefined) return dashes;
    if (names.has(name)) return `the alias "${name}" is defined twice`;
    names.add(name);
  }
  return undefined;
}

function findDashes(options: readonly OptionDefault[]): string | undefined {
  const dashed = options.find(({ name }) => name.startsWith('-'));
  return dashed && `the option "${dashed.name}" must be written without dashes, by its long name`;
}

const POLICIES = ['', 'AllowAll', 'DenyAll', 'Allowlist'];

function findPolicyMistake(preference: Preference): string | undefined {
  const { credentialPluginPolicy: policy, credentialPluginAllowlist: list } = preference;
  if (!POLICIES.includes(policy)) return `the credentialPluginPolicy "${policy}" is not known`;
  if (policy === 'Allowlist') return findListMistake(list ?? []);
  if (list === undefined) return undefined;
  return `there is a credentialPluginAllowlist, but the credentialPluginPolicy is "${policy}"`;
}

function findListMistake(list: readonly string[]): string | undefined {
  if (list.length === 0) return 'the credentialPluginAllowlist is empty or missing';
  const empty = list.indexOf('');
  if (empty >= 0) return `entry ${empty + 1} of the credentialPluginAllowlist is empty`;
  const unclean = list.find((command) => cleanPath(command) !== command);
  return unclean && `"${unclean}" in the credentialPluginAllowlist must be written "${cleanPath(unclean)}"`;
}

/** Go's filepath.Clean, see https://pkg.go.dev/path/filepath#Clean */
function cleanPath(path: string): string {
  const clean = normalize(path);
  return clean.length > 1 && clean.endsWith(sep) ? clean.slice(0, -1) : clean;
}

/** The plugin policy of a valid kuberc; undefined if all plugins may run. */
export function pluginPolicyOf(preference: Preference, file: string): PluginPolicy | undefined {
  switch (preference.credentialPluginPolicy) {
    case 'DenyAll':
      return { kind: 'deny-all', file };
    case 'Allowlist':
      return { kind: 'allowlist', file, commands: preference.credentialPluginAllowlist ?? [] };
    default:
      return undefined;
  }
}
