import { OpenIDConnectAuth } from '@kubernetes/client-node/dist/oidc_auth.js';
import { resolve } from 'node:path';
import { customFetch, discovery, refreshTokenGrant, type DiscoveryRequestOptions } from 'openid-client';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import type { IssuedCredential } from './exec-credential.ts';
import { readPem } from '../settings/pem-field.ts';
import { readWithin } from '../formats/read-at-most.ts';
import type { ProcessEnvironment } from '../network/system-authorities.ts';
import { askWeb } from '../network/web-request.ts';

/** The environment of the requests, and the reporter of long waits. */
type OidcIo = ProcessEnvironment & Pick<Io, 'waits'>;

interface OidcSettings {
  /** Name of the kubeconfig entry, for messages. */
  readonly label: string;
  /** The entry's `auth-provider` configuration. */
  readonly config: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 30_000;

/**
 * Makes an issuer of id-tokens for an `auth-provider` named `oidc`. It returns the configured token until that
 * expires, then renews it with the refresh token. Like kubectl, it verifies the provider by
 * idp-certificate-authority or else by the system's authorities. Unlike kubectl, it does not write new tokens back.
 * The issuer throws `credentials` and `too-large`.
 * See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#openid-connect-tokens
 */
export function makeOidcIssuer(
  { label, config }: OidcSettings,
  place: OidcIo,
  options: Pick<DiscoveryRequestOptions, 'execute'> = {},
): () => Promise<IssuedCredential> {
  // The library writes renewed tokens into this object. Without an id-token it would not try the refresh token, so
  // it gets one that has expired.
  const provider = { name: 'oidc', config: { 'id-token': 'none', ...config } };
  const requests = { ...options, [customFetch]: fetchFrom(config, place) };
  const client = { refresh: (token: string) => refresh(config, token, requests) };
  return async () => {
    const headers: Record<string, string> = {};
    const user = { name: label, authProvider: provider };
    await new OpenIDConnectAuth().applyAuthentication(user, { headers }, client).catch((cause: unknown) => {
      const error = cliErrorIn(cause);
      if (error?.kind === 'too-large') throw error;
      const why = error?.message ?? describeWithCause(cause);
      throw refused(label, `the identity provider does not renew the token: ${why}`, cause);
    });
    const authorization = headers['Authorization'];
    if (authorization === undefined) {
      throw refused(label, 'the id-token has expired, and a field to renew it is missing');
    }
    const endsAt = OpenIDConnectAuth.expirationFromToken(authorization.replace('Bearer ', ''));
    return { credential: { authorization }, expiresAt: new Date(endsAt * 1000) };
  };
}

/** Replaces the library's own client, which does no discovery and sends no client secret. */
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
  // The caller reads the expiry from the token itself.
  return { id_token: tokens.id_token, refresh_token: tokens.refresh_token ?? refreshToken, expires_at: 0 };
}

type Fetch = NonNullable<DiscoveryRequestOptions[typeof customFetch]>;

/** Replaces Node's `fetch`, which knows neither our authorities nor our proxies. */
function fetchFrom(config: OidcSettings['config'], place: OidcIo): Fetch {
  return async (address, { method, headers, body, signal }) => {
    const authority = await readAuthority(config, place);
    const url = new URL(address);
    const text = body instanceof URLSearchParams ? body.toString() : undefined;
    const sent =
      text === undefined ? headers : { ...headers, 'content-length': `${Buffer.byteLength(text)}` };
    const request = {
      url,
      method,
      headers: sent,
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
      authority,
      ...(text !== undefined && { body: text }),
    };
    const what = `an answer of the identity provider ${url.origin}`;
    const wait = place.waits?.begin({ what, atMostMs: TIMEOUT_MS });
    let close = (): void => undefined;
    try {
      const answer = await askWeb(place, request);
      ({ close } = answer);
      const { response } = answer;
      const { statusCode: status = 500, headers: got } = response;
      const type = { 'content-type': got['content-type'] ?? '' };
      const bytes = await readWithin(
        response,
        'identityProvider',
        `the answer of the identity provider ${url.host}`,
      );
      return new Response(bytes.toString(), { status, headers: type });
    } finally {
      wait?.end();
      close();
    }
  };
}

/** PEM text. Data beats a file, as with kubectl. */
function readAuthority(
  {
    'idp-certificate-authority-data': data = '',
    'idp-certificate-authority': file = '',
  }: OidcSettings['config'],
  { workingDirectory }: ProcessEnvironment,
): Promise<string | undefined> {
  if (data !== '') return Promise.resolve(Buffer.from(data, 'base64').toString('utf8'));
  if (file === '') return Promise.resolve(undefined);
  return readPem({ kind: 'file', path: resolve(workingDirectory, file) }, 'idp-certificate-authority');
}

function describeWithCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error
    ? `${error.message} (${describeWithCause(error.cause)})`
    : error.message;
}

/** Our own error inside the library's errors. */
function cliErrorIn(error: unknown): CliError | undefined {
  if (isCliError(error)) return error;
  return error instanceof Error ? cliErrorIn(error.cause) : undefined;
}

function refused(label: string, why: string, cause?: unknown): CliError {
  const hint =
    cliErrorIn(cause)?.hint ??
    'log in again with the tool that wrote this entry (idp-issuer-url, client-id, refresh-token)';
  return new CliError('credentials', `${label}: ${why}`, { hint, cause });
}
