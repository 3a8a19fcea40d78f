import { OpenIDConnectAuth } from '@kubernetes/client-node/dist/oidc_auth.js';
import { discovery, refreshTokenGrant, type DiscoveryRequestOptions } from 'openid-client';
import { CliError } from '../errors/cli-error.ts';
import type { IssuedCredential } from './exec-credential.ts';

export interface OidcSettings {
  /** The entry, for messages. */
  readonly label: string;
  /** Its `auth-provider` configuration, with kubectl's names. */
  readonly config: Readonly<Record<string, string>>;
}

/**
 * Makes the issuer of a user's id-token out of its `auth-provider` (name `oidc`): the configured token as long as it
 * is good, then what the identity provider gives for the refresh token. Unlike kubectl it does not write the new
 * tokens back, and trusts only the authorities that Node does. The issuer throws `credentials`.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#openid-connect-tokens
 */
export function makeOidcIssuer(
  { label, config }: OidcSettings,
  options: DiscoveryRequestOptions = {},
): () => Promise<IssuedCredential> {
  // The library writes renewed tokens into the configuration that it is given; without an id-token it would give up
  // before it tries the refresh token, so it gets one that has expired.
  const provider = { name: 'oidc', config: { 'id-token': 'none', ...config } };
  const client = { refresh: (token: string) => refresh(config, token, options) };
  return async () => {
    const headers: Record<string, string> = {};
    const user = { name: label, authProvider: provider };
    await new OpenIDConnectAuth().applyAuthentication(user, { headers }, client).catch((cause: unknown) => {
      throw refused(label, `the identity provider does not renew the token: ${describe(cause)}`, cause);
    });
    const authorization = headers['Authorization'];
    if (authorization === undefined) {
      throw refused(label, 'the id-token has expired, and something to renew it with is missing');
    }
    const endsAt = OpenIDConnectAuth.expirationFromToken(authorization.replace('Bearer ', ''));
    return { credential: { authorization }, expiresAt: new Date(endsAt * 1000) };
  };
}

/** In place of the client library's own client, which finds no provider and sends no client secret. */
async function refresh(
  config: OidcSettings['config'],
  refreshToken: string,
  options: DiscoveryRequestOptions,
): Promise<{
  readonly id_token: string | undefined;
  readonly refresh_token: string;
  readonly expires_at: number;
}> {
  const { 'idp-issuer-url': issuer = '', 'client-id': id = '', 'client-secret': secret } = config;
  const found = await discovery(new URL(issuer), id, secret || undefined, undefined, options);
  const tokens = await refreshTokenGrant(found, refreshToken);
  // When it ends is read from the token itself.
  return { id_token: tokens.id_token, refresh_token: tokens.refresh_token ?? refreshToken, expires_at: 0 };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${describe(error.cause)})` : error.message;
}

function refused(label: string, why: string, cause?: unknown): CliError {
  const hint = 'log in again with the tool that wrote this entry (idp-issuer-url, client-id, refresh-token)';
  return new CliError('credentials', `${label}: ${why}`, { hint, cause });
}
