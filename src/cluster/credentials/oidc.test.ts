import { allowInsecureRequests } from 'openid-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificates, type Certificate } from '../../../test/servers/certificates.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer, json, type LocalServer } from '../../../test/servers/local-server.ts';
import { makeOidcIssuer } from './oidc.ts';

const jwt = (exp: number): string => {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode({ iss: 'x', aud: 'kubectl', sub: 's', iat: 1, exp })}.c2ln`;
};
const PLACE = { env: {}, workingDirectory: '/' };
const GOOD = jwt(4_000_000_000);
const EXPIRED = jwt(1_000_000_000);

/** An identity provider that gives a new id-token for each refresh token, and a new one of those as well. */
async function aProvider(
  answer: (count: number) => object = () => ({}),
  tls?: Certificate,
): Promise<LocalServer> {
  let grants = 0;
  const server = await aLocalServer(({ path, headers }, response) => {
    const issuer = `http${tls === undefined ? '' : 's'}://${headers.host ?? ''}`;
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
  }, tls);
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
    message: 'user "u1" in FILE: the id-token has expired, and a field to renew it is missing',
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

describe('the identity provider', () => {
  const folder = aFolder();
  async function renew(config: Record<string, string>, env: Record<string, string> = NONE) {
    const { path } = await folder;
    await (await folder).write('system.pem', (await pki).system.cert);
    const server = await aProvider(undefined, (await pki).ofSystem);
    const settings = {
      'idp-issuer-url': server.url,
      'client-id': 'kubectl',
      'refresh-token': 'canary',
      ...config,
    };
    return makeOidcIssuer({ label: 'user "u1"', config: settings }, { env, workingDirectory: path })();
  }
  const pki = makeCertificates();
  const NONE = { SSL_CERT_FILE: '/nowhere', SSL_CERT_DIR: '/nowhere' };
  const ISSUED = { credential: { authorization: expect.stringMatching(/^Bearer ey/) } };

  it('is trusted by idp-certificate-authority-data', async () => {
    const data = Buffer.from((await pki).system.cert).toString('base64');
    expect(await renew({ 'idp-certificate-authority-data': data })).toMatchObject(ISSUED);
  });

  it('is trusted by the file of idp-certificate-authority', async () => {
    expect(await renew({ 'idp-certificate-authority': 'system.pem' })).toMatchObject(ISSUED);
  });

  it('is trusted by the system', async () => {
    expect(await renew({}, { ...NONE, SSL_CERT_FILE: 'system.pem' })).toMatchObject(ISSUED);
  });

  it.each(['0', '1'])('is trusted by nothing else, with NODE_TLS_REJECT_UNAUTHORIZED=%s', async (value) => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = value;
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
    const UNTRUSTED = { message: expect.stringMatching(/is not signed by a trusted authority(?!.*canary)/) };
    await expect(renew({})).rejects.toMatchObject({
      ...UNTRUSTED,
      hint: expect.stringContaining('SSL_CERT_FILE'),
    });
    const other = Buffer.from((await pki).cluster.cert).toString('base64');
    const env = { ...NONE, SSL_CERT_FILE: 'system.pem' };
    await expect(renew({ 'idp-certificate-authority-data': other }, env)).rejects.toMatchObject(UNTRUSTED);
  });
});

it.each([
  { label: 'its settings', floods: '/.well-known/openid-configuration' },
  { label: 'its tokens', floods: '/token' },
])('is read no further than its bound: $label', async ({ floods }) => {
  const server = await aLocalServer(({ path, headers }, response) => {
    const issuer = `http://${headers.host ?? ''}`;
    if (path !== floods) {
      json(response, { issuer, token_endpoint: `${issuer}/token` });
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(Buffer.alloc(2 * 1024 * 1024, ' '));
  });
  await expect(issuerFor(server, {})()).rejects.toMatchObject({
    kind: 'too-large',
    message: `the answer of the identity provider 127.0.0.1:${server.port} is larger than 1 MiB`,
  });
});
