import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aKubeconfig } from '../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { makeCertificates, type Certificates } from '../../test/servers/certificates.ts';
import { aProxy, aServer, type Log } from '../../test/servers/connection-servers.ts';
import { aFolder } from '../../test/builders/a-folder.ts';
import { aLocalServer } from '../../test/servers/local-server.ts';
import { connect } from './connect/connect.ts';
import { openAttach } from './api/remote-command.ts';
import { askWeb } from './network/web-request.ts';

const folder = await aFolder();
const NONE = { SSL_CERT_FILE: '/nowhere', SSL_CERT_DIR: '/nowhere' };
const POD = '/api/v1/namespaces/default/pods/web-1';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
let pki: Certificates;
let SYSTEM: Record<string, string>;
beforeAll(async () => {
  pki = await makeCertificates();
  SYSTEM = { ...NONE, SSL_CERT_FILE: await folder.write('system.pem', pki.system.cert) };
});

type Kind = 'server' | 'ofSystem' | 'onlyNamed' | 'partly' | 'behind' | 'alone';
const noLog = (): Log => ({ requests: [], proxied: new Set() });

async function serve(kind: Kind | undefined, log = noLog()): Promise<string> {
  const { port, server } = await aServer('api', log, kind && pki[kind]);
  onTestFinished(() => void server.close());
  return `http${kind === undefined ? '' : 's'}://127.0.0.1:${port}`;
}

async function proxy(wish: Partial<Parameters<typeof aProxy>[0]>, log: Log): Promise<string> {
  const { port, server } = await aProxy({ name: 'proxy', log, ...wish });
  onTestFinished(() => void server.close());
  return `${wish.certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
}

async function connected(cluster: Record<string, unknown>, env: Record<string, string> = NONE) {
  const kubeconfig = await folder.write('config', aKubeconfig(cluster));
  const made = await connect({ ...anIo().io, env }, { kubeconfig });
  onTestFinished(() => made.close());
  return made;
}
async function get(cluster: Record<string, unknown>, env?: Record<string, string>): Promise<unknown> {
  return (await connected(cluster, env)).requestJson({ method: 'GET', path: POD });
}
const authority = (text: string) => ({ 'certificate-authority-data': base64(text) });
const ANSWER = { kind: 'Pod' };

describe('a server whose kubeconfig names no authority', () => {
  it('is trusted where the system knows who signed its certificate', async () => {
    expect(await get({ server: await serve('ofSystem') }, SYSTEM)).toMatchObject(ANSWER);
  });

  it('is refused where it does not, with what is trusted and how to add to it', async () => {
    await expect(get({ server: await serve('server') }, SYSTEM)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(
        /its certificate is not signed by a trusted authority \(those of the system in .*system\.pem\)/,
      ),
      hint: expect.stringContaining('SSL_CERT_FILE'),
    });
  });

  it('is refused where the system has no authorities', async () => {
    await expect(get({ server: await serve('ofSystem') }, NONE)).rejects.toMatchObject({
      message: expect.stringContaining('(the system has none)'),
      hint: expect.stringContaining('install the ca-certificates'),
    });
  });

  it('is trusted by NODE_EXTRA_CA_CERTS as well', async () => {
    const extra = { ...NONE, NODE_EXTRA_CA_CERTS: SYSTEM['SSL_CERT_FILE'] ?? '' };
    expect(await get({ server: await serve('ofSystem') }, extra)).toMatchObject(ANSWER);
  });
});

describe('the authorities of the system', () => {
  const watched = (asked: string[]) =>
    new Proxy<Record<string, string>>(SYSTEM, {
      get: (real, name: string) => {
        asked.push(name);
        return real[name];
      },
    });

  it.each([
    { label: 'names its own', kind: 'server', more: () => authority(pki.cluster.cert) },
    { label: 'is insecure', kind: 'server', more: () => ({ 'insecure-skip-tls-verify': true }) },
    { label: 'is one of http', kind: undefined, more: () => ({}) },
  ] as const)('are not looked at for a server that $label', async ({ kind, more }) => {
    const asked: string[] = [];
    expect(await get({ server: await serve(kind), ...more() }, watched(asked))).toMatchObject(ANSWER);
    expect(asked.filter((name) => name.startsWith('SSL_') || name.startsWith('NODE_'))).toEqual([]);
  });

  it('are not trusted beside the one that a kubeconfig names', async () => {
    const server = await serve('ofSystem');
    await expect(get({ server, ...authority(pki.cluster.cert) }, SYSTEM)).rejects.toThrow(
      'those of the certificate-authority that was given for it, and no others',
    );
  });
});

describe('a certificate', () => {
  it.each([
    { label: 'of an authority that another one signed', kind: 'behind', by: 'between' },
    { label: 'that is given as its own authority', kind: 'server', by: 'server' },
    { label: 'that signed itself', kind: 'alone', by: 'alone' },
  ] as const)('$label is trusted as in Go', async ({ kind, by }) => {
    expect(await get({ server: await serve(kind), ...authority(pki[by].cert) })).toMatchObject(ANSWER);
  });

  it('behind one that cannot be read counts', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const server = await serve('server');
    expect(await get({ server, ...authority(broken + pki.cluster.cert) })).toMatchObject(ANSWER);
  });

  it.each([
    { label: 'only a common name', kind: 'onlyNamed', name: 'k.example' },
    { label: 'a wildcard for a part of a name', kind: 'partly', name: 'k1.part.example' },
  ] as const)('with $label names no host, as in Go', async ({ kind, name }) => {
    const cluster = { server: await serve(kind), 'tls-server-name': name, ...authority(pki.cluster.cert) };
    await expect(get(cluster)).rejects.toThrow('its certificate is for other names');
  });
});

describe('a proxy of https', () => {
  it('is verified as the server is', async () => {
    const log = noLog();
    const server = (await serve('server', log)).replace('127.0.0.1', 'k.example');
    // Its certificate is for its own name, not for the server's that it is asked for.
    const good = await proxy({ certificate: pki.here }, log);
    expect(await get({ server, ...authority(pki.cluster.cert), 'proxy-url': good })).toMatchObject(ANSWER);
    const bad = await proxy({ certificate: pki.ofSystem }, log);
    await expect(
      get({ server, ...authority(pki.cluster.cert), 'proxy-url': bad }, SYSTEM),
    ).rejects.toMatchObject({
      message: expect.stringContaining(
        `the proxy ${bad} does not connect to ${server.slice('https://'.length)}: its certificate is not signed by`,
      ),
    });
  });

  it('on the way to a server of http is verified by the system', async () => {
    const log = noLog();
    const server = (await serve(undefined, log)).replace('127.0.0.1', 'k.example');
    const good = await proxy({ certificate: pki.ofSystem }, log);
    expect(await get({ server, 'proxy-url': good }, SYSTEM)).toMatchObject(ANSWER);
    const bad = await proxy({ certificate: pki.server }, log);
    await expect(get({ server, ...authority(pki.cluster.cert), 'proxy-url': bad }, SYSTEM)).rejects.toThrow(
      `the proxy ${bad} cannot be reached: its certificate is not signed by`,
    );
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  beforeEach(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'));
  afterEach(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  });
  const UNTRUSTED = 'is not signed by a trusted authority';

  it('switches nothing off for a request', async () => {
    await expect(get({ server: await serve('server') })).rejects.toThrow(UNTRUSTED);
  });

  it('switches nothing off for a WebSocket', async () => {
    const cluster = await connected({ server: await serve('server') });
    const ref = { namespace: 'a', name: 'b', container: 'c' };
    const attach = openAttach(cluster, { ref, stdin: false, stdout: true, stderr: true, tty: false });
    await expect(attach).rejects.toThrow(UNTRUSTED);
  });

  it.each([undefined, 'server'] as const)('switches nothing off for a proxy of https', async (kind) => {
    const log = noLog();
    const server = (await serve(kind, log)).replace('127.0.0.1', 'k.example');
    const url = await proxy({ certificate: pki.server }, log);
    await expect(get({ server, 'proxy-url': url })).rejects.toThrow(UNTRUSTED);
    expect([...log.proxied]).toEqual([]);
  });

  it('switches nothing off for other servers', async () => {
    const url = new URL(`${await serve('server')}/x?signature=canary`);
    const { signal } = new AbortController();
    const asked = askWeb({ env: NONE, workingDirectory: '/' }, { url, signal });
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(/^cannot reach (?!.*canary).*is not signed by a trusted authority/),
    });
  });
});

describe('the user name and password of an address', () => {
  it.each(['server', undefined] as const)('go before a token, as with kubectl (%s)', async (kind) => {
    const log = noLog();
    const server = (await serve(kind, log)).replace('//', '//me:ca%40nary@');
    const cluster = await connected({ server, ...authority(pki.cluster.cert) });
    await cluster.requestJson({ method: 'GET', path: POD });
    expect(log.requests.join()).toContain(`authorization=Basic ${base64('me:ca@nary')} `);
    expect(cluster.server).not.toContain('nary');
  });
});

describe('a redirect', () => {
  async function leading(location: (url: string) => string, method: 'GET' | 'PATCH' = 'GET') {
    const server = await aLocalServer(({ path, method: asked }, response) => {
      if (path !== '/there') response.writeHead(307, { location: location(server.url) });
      response.end(JSON.stringify({ asked }));
    });
    const cluster = await connected({ server: server.url });
    const answer = cluster.requestJson({
      method,
      path: `${POD}?canary=1`,
      ...(method === 'PATCH' && { body: {} }),
    });
    return { answer, server };
  }

  it.each(['GET', 'PATCH'] as const)('of %s to the same server is followed', async (method) => {
    const { answer } = await leading((url) => `${url}/there`, method);
    expect(await answer).toEqual({ asked: method });
  });

  it('to another server is not followed, as the credentials are for this one, and told without the query', async () => {
    const other = await aLocalServer((_, response) => void response.end('{}'));
    const { answer } = await leading(() => `${other.url}/there`);
    await expect(answer).rejects.toThrow(`redirects GET ${POD} to ${other.url}`);
    expect(other.requests).toEqual([]);
  });

  it('in a circle ends', async () => {
    const { answer, server } = await leading((url) => `${url}/again`);
    await expect(answer).rejects.toThrow(`${server.url} redirects GET ${POD} more than 10 times`);
    expect(server.requests).toHaveLength(11);
  });
});
