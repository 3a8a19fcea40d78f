import { CliError } from '../../errors/cli-error.ts';
import type { Credential } from '../network/credentials.ts';
import type { ExecPlugin } from '../settings/exec-plugin-settings.ts';
import { isMapping } from '../settings/kubeconfig-entry.ts';

/** A credential and when it expires; undefined if its issuer did not say. */
export interface IssuedCredential {
  readonly credential: Credential;
  readonly expiresAt: Date | undefined;
}

/**
 * Parses the output of a plugin. Throws `credentials`. The message quotes none of the output, which can be a
 * secret.
 */
export function parseExecCredential(
  text: string,
  plugin: Pick<ExecPlugin, 'apiVersion' | 'label'>,
): IssuedCredential {
  const printed = parseJson(text);
  const status = isMapping(printed) && isMapping(printed['status']) ? printed['status'] : {};
  const issued: Issued = {
    token: textOf(status['token']),
    certificate: textOf(status['clientCertificateData']),
    key: textOf(status['clientKeyData']),
    expiresAt: timeOf(status['expirationTimestamp']),
  };
  const problem = problemWithKind(printed, plugin) ?? problemWith(issued);
  if (problem !== undefined) {
    throw new CliError('credentials', `${plugin.label}: cannot use the output of the plugin: ${problem}`);
  }
  const { token, certificate, key, expiresAt } = issued;
  const keyPair = certificate !== '' ? { keyPair: { certificate, key } } : {};
  return { credential: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...keyPair }, expiresAt };
}

/** The fields of an ExecCredential's status. An absent text is empty. */
interface Issued {
  readonly token: string;
  readonly certificate: string;
  readonly key: string;
  readonly expiresAt: Date | undefined;
}

function problemWithKind(
  printed: unknown,
  { apiVersion }: Pick<ExecPlugin, 'apiVersion'>,
): string | undefined {
  if (!isMapping(printed) || printed['kind'] !== 'ExecCredential')
    return 'it is not an ExecCredential in JSON';
  return printed['apiVersion'] === apiVersion ? undefined : `its apiVersion is not ${apiVersion}`;
}

function problemWith({ token, certificate, key, expiresAt }: Issued): string | undefined {
  if ((certificate === '') !== (key === '')) return 'it has a certificate or a key, but not both';
  if (token === '' && certificate === '') return 'it has neither a token nor a certificate';
  return Number.isNaN(expiresAt?.getTime()) ? 'its expirationTimestamp is not a time' : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function timeOf(value: unknown): Date | undefined {
  return value === undefined || value === null ? undefined : new Date(textOf(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it without quoting the text.
    return undefined;
  }
}
