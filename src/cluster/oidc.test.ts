import { allowInsecureRequests } from 'openid-client';
import { expect, it } from 'vitest';
import { aLocalServer, json, type LocalServer } from '../../test/builders/local-server.ts';
import { makeOidcIssuer } from './oidc.ts';

const jwt = (exp: number): string => {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode({ iss: 'x', aud: 'kubectl', sub: 's', iat: 1, exp })}.c2ln`;
};
const PLACE = { env: {}, workingDirectory: '/' };
const GOOD = jwt(4_000_000_000);
const EXPIRED = jwt(1_000_000_000);

/** An identity provider that gives a new id-token for each refresh token, and a new one of those as well. */
async function aProvider(answer: (count: number) => object = () => ({})): Promise<LocalServer> {
  let grants = 0;
  const server = await aLocalServer(({ path, headers }, response) => {
    const issuer = `http://${headers.host ?? ''}`;
    if (path === '/.well-known/openid-configuration') {
      json(response, { issuer, token_endpoint: `${issuer}/token` });
      return;
    }
    grants += 1;
    const end = Math.floor(Date.now() / 1000) + 3600;
    const claims = { iss: issuer, aud: 'kubectl', sub: 's', iat: 1, exp: end };
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id_token = `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;
    const tokens = { access_token: 'a', token_type: 'Bearer', id_token, refresh_token: `refresh-${grants}` };
    const given = { ...tokens, ...answer(grants) };
    json(response, given, 'error' in given ? 400 : 200);
  });
  return server;
}

const issuerFor = (server: LocalServer, config: Record<string, string>) =>
  makeOidcIssuer(
    {
      label: 'user "u1"',
      config: {
        'idp-issuer-url': server.url,
        'client-id': 'kubectl',
        'refresh-token': 'refresh-0',
        ...config,
      },
    },
    PLACE,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- so marked to stand out; this provider is a local one
    { execute: [allowInsecureRequests] },
  );

it('gives the configured token as long as it is good', async () => {
  const server = await aProvider();
  expect(await issuerFor(server, { 'id-token': GOOD })()).toEqual({
    credential: { authorization: `Bearer ${GOOD}` },
    expiresAt: new Date(4_000_000_000_000),
  });
  expect(server.requests).toEqual([]);
});

it.each([{ 'id-token': EXPIRED }, {}])(
  'renews %j with the refresh token and the client secret',
  async (config) => {
    const server = await aProvider();
    const { credential, expiresAt } = await issuerFor(server, { ...config, 'client-secret': 'pw' })();
    expect(credential.authorization).toMatch(/^Bearer ey/);
    expect(expiresAt?.getTime()).toBeGreaterThan(Date.now());
    const form = Object.fromEntries(new URLSearchParams(server.requests.at(-1)?.body));
    expect(form).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
      client_id: 'kubectl',
      client_secret: 'pw',
    });
  },
);

it('is content with what it renewed until that ends', async () => {
  const server = await aProvider();
  const issue = issuerFor(server, { 'id-token': EXPIRED });
  await issue();
  expect(server.requests).toHaveLength(2);
  await issue();
  expect(server.requests).toHaveLength(2);
});

it.each([{ 'id-token': EXPIRED }, {}])('says what is missing when %j cannot be renewed', async (config) => {
  const issue = makeOidcIssuer({ label: 'user "u1" in FILE', config }, PLACE);
  await expect(issue()).rejects.toMatchObject({
    kind: 'credentials',
    message: 'user "u1" in FILE: the id-token has expired, and something to renew it with is missing',
  });
});

it('says why the identity provider refused, and shows no token', async () => {
  const server = await aProvider(() => ({ error: 'invalid_grant', error_description: 'expired' }));
  const issue = issuerFor(server, { 'refresh-token': 'canary' });
  await expect(issue()).rejects.toMatchObject({
    kind: 'credentials',
    message: expect.stringMatching(
      /^user "u1": the identity provider does not renew the token: (?!.*canary)/,
    ),
  });
});
