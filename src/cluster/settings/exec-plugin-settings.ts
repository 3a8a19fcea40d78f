import { dirname, resolve, sep } from 'node:path';
import {
  booleanField,
  entryError,
  innerEntries,
  textField,
  textsField,
  type KubeconfigEntry,
} from './kubeconfig-entry.ts';

const API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'] as const;
const INTERACTIVE_MODES = ['Never', 'IfAvailable', 'Always'] as const;

/**
 * A credential plugin in a kubeconfig.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export interface ExecPlugin {
  /** Name of the entry, for messages. */
  readonly label: string;
  /** A name to find in PATH, or an absolute path. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly apiVersion: (typeof API_VERSIONS)[number];
  readonly installHint: string | undefined;
  readonly providesClusterInfo: boolean;
  readonly interactiveMode: (typeof INTERACTIVE_MODES)[number];
}

/** Reads the `exec` of a user. Throws `kubeconfig` for whatever kubectl refuses. */
export function parseExecPlugin(entry: KubeconfigEntry): ExecPlugin {
  const apiVersion = oneOf(entry, 'apiVersion', {
    allowed: API_VERSIONS,
    value: textField(entry, 'apiVersion'),
  });
  // v1 has no default: the kubeconfig must say whether the plugin prompts.
  const mode =
    textField(entry, 'interactiveMode') ?? (apiVersion.endsWith('/v1beta1') ? 'IfAvailable' : undefined);
  return {
    label: `${entry.label} in ${entry.file}`,
    command: commandOf(entry),
    args: textsField(entry, 'args'),
    env: Object.fromEntries(innerEntries(entry, 'env').map(variableOf)),
    apiVersion,
    installHint: textField(entry, 'installHint'),
    providesClusterInfo: booleanField(entry, 'provideClusterInfo'),
    interactiveMode: oneOf(entry, 'interactiveMode', { allowed: INTERACTIVE_MODES, value: mode }),
  };
}

/** Resolves a command with a slash from the kubeconfig's folder. A bare name stays for PATH. */
function commandOf(entry: KubeconfigEntry): string {
  const command = textField(entry, 'command');
  if (command === undefined) throw entryError(entry, 'command is missing');
  return command.includes(sep) ? resolve(dirname(entry.file), command) : command;
}

function variableOf(entry: KubeconfigEntry): readonly [string, string] {
  const name = textField(entry, 'name');
  if (name === undefined) throw entryError(entry, 'name is missing');
  return [name, textField(entry, 'value') ?? ''];
}

function oneOf<T extends string>(entry: KubeconfigEntry, name: string, choice: Choice<T>): T {
  const { allowed, value } = choice;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const why = value === undefined ? `${name} is missing` : `${name} "${value}" is not known`;
  throw entryError(entry, why, `use one of ${allowed.join(', ')}`);
}

interface Choice<T> {
  readonly allowed: readonly T[];
  readonly value: string | undefined;
}
