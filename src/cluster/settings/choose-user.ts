import { resolve } from 'node:path';
import { impersonationFields } from './choose-impersonation.ts';
import type { ConnectionOptions } from './connection-options.ts';
import type { Authorization, UserSettings } from './connection-settings.ts';
import { parseExecPlugin } from './exec-plugin-settings.ts';
import { entryError, innerEntry, pathField, textField, type KubeconfigEntry } from './kubeconfig-entry.ts';
import { pemField } from './pem-field.ts';

/** A user without an entry. */
const UNNAMED_USER: KubeconfigEntry = { label: 'the user', file: 'the command line', fields: {} };

/** Replaces fields of a user's entry by flags. A file also replaces the data field of the same name. */
export function userWithFlags(
  entry: KubeconfigEntry = UNNAMED_USER,
  options: ConnectionOptions,
  workingDirectory: string,
): KubeconfigEntry {
  const { token, username, password, clientCertificate, clientKey } = options;
  const file = (name: string, path: string): Readonly<Record<string, string>> => ({
    [name]: resolve(workingDirectory, path),
    [`${name}-data`]: '',
  });
  const fields = {
    ...entry.fields,
    ...(token && { token, tokenFile: '' }),
    ...(username && { username }),
    ...(password && { password }),
    ...(clientCertificate && file('client-certificate', clientCertificate)),
    ...(clientKey && file('client-key', clientKey)),
    ...impersonationFields(entry, options),
  };
  return { ...entry, fields };
}

/** Reads how a user authenticates. Like kubectl, throws `kubeconfig` for contradictions. */
export function chooseUser(entry: KubeconfigEntry): UserSettings {
  const authorization = chooseAuthorization(entry);
  const clientCertificate = chooseCertificate(entry);
  return {
    label: `${entry.label} in ${entry.file}`,
    // Like kubectl, runs no plugin for a user with a certificate.
    authorization: authorization.kind === 'exec' && clientCertificate ? { kind: 'none' } : authorization,
    clientCertificate,
  };
}

/** In kubectl's order: written credentials beat programs. */
function chooseAuthorization(entry: KubeconfigEntry): Authorization {
  const token = textField(entry, 'token');
  const tokenFile = pathField(entry, 'tokenFile');
  const username = textField(entry, 'username');
  const password = textField(entry, 'password') ?? '';
  const hasToken = token !== undefined || tokenFile !== undefined;
  if (hasToken && (username !== undefined || password !== ''))
    throw entryError(entry, 'it has both a token and a user name with password');
  if (tokenFile !== undefined) return { kind: 'token-file', path: tokenFile, fallback: token };
  if (token !== undefined) return { kind: 'token', token };
  // Like kubectl, ignores a password without a user name.
  return username === undefined ? chooseProgram(entry) : { kind: 'basic', username, password };
}

function chooseProgram(entry: KubeconfigEntry): Authorization {
  const plugin = innerEntry(entry, 'exec');
  const provider = innerEntry(entry, 'auth-provider');
  if (plugin !== undefined && provider !== undefined)
    throw entryError(entry, 'it has both exec and auth-provider');
  if (plugin !== undefined) return { kind: 'exec', plugin: parseExecPlugin(plugin) };
  return provider === undefined ? { kind: 'none' } : parseAuthProvider(provider);
}

function parseAuthProvider(entry: KubeconfigEntry): Authorization {
  const name = textField(entry, 'name') ?? '';
  if (name !== 'oidc') {
    throw entryError(
      entry,
      `"${name}" is not supported; kubectl has dropped it as well`,
      'use an exec plugin instead',
    );
  }
  const config = innerEntry(entry, 'config') ?? { ...entry, fields: {} };
  const pairs = Object.keys(config.fields).map((key) => [key, textField(config, key) ?? ''] as const);
  return { kind: 'oidc', label: `${entry.label} in ${entry.file}`, config: Object.fromEntries(pairs) };
}

function chooseCertificate(entry: KubeconfigEntry): UserSettings['clientCertificate'] {
  const certificate = pemField(entry, 'client-certificate');
  if (certificate === undefined) return undefined;
  const key = pemField(entry, 'client-key');
  if (key === undefined) throw entryError(entry, 'client-key is missing beside client-certificate');
  return { certificate, key };
}
