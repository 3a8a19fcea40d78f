import { generate } from 'selfsigned';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer, json, type LocalServer, type Responder } from '../../../test/servers/local-server.ts';
import type { Io } from '../../io.ts';
import type { Cluster, RequestObservation } from '../cluster.ts';
import { connect } from './connect.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import type { ConnectionOptions } from '../settings/connection-options.ts';

const folder = await aFolder();
const PATH = '/api/v1/namespaces/shop/pods/web-1';
const get = (cluster: Cluster, path = PATH): Promise<unknown> => cluster.requestJson({ method: 'GET', path });

interface Certificate {
  readonly cert: string;
  readonly private: string;
}
let pki: Certificate;
let otherPki: Certificate;
beforeAll(async () => {
  const make = (): Promise<Certificate> =>
    generate([{ name: 'commonName', value: 'kubectl-debug test' }], {
      keySize: 2048,
      extensions: [
        { name: 'basicConstraints', cA: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 7, ip: '127.0.0.1' },
            { type: 2, value: 'k.example' },
          ],
        },
      ],
    });
  [pki, otherPki] = await Promise.all([make(), make()]);
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** An Io whose sleeps are over at once and written down. */
function anImpatientIo(env: Record<string, string> = {}): { readonly io: Io; readonly slept: number[] } {
  const slept: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => {
    slept.push(milliseconds);
    return Promise.resolve();
  };
  return { io: { ...anIo({ env: { PATH: process.env['PATH'] ?? '', ...env } }).io, sleep }, slept };
}

interface Setup {
  readonly respond: Responder;
  readonly user?: Record<string, unknown>;
  readonly cluster?: Record<string, unknown>;
  readonly options?: ConnectionOptions;
  readonly hooks?: ConnectionHooks;
  readonly env?: Record<string, string>;
  readonly isHttp?: boolean;
}

async function setUp(setup: Setup): Promise<{ cluster: Cluster; server: LocalServer; slept: number[] }> {
  const tls = { cert: pki.cert, key: pki.private, requestCert: true, rejectUnauthorized: false };
  const server = await aLocalServer(setup.respond, setup.isHttp === true ? undefined : tls);
  const clusterEntry = {
    server: server.url,
    ...(setup.isHttp !== true && { 'certificate-authority-data': base64(pki.cert) }),
    ...setup.cluster,
  };
  const config = aKubeconfig(clusterEntry, setup.user);
  const kubeconfig = await folder.write(`config-${server.port}`, config);
  const { io, slept } = anImpatientIo(setup.env);
  const cluster = await connect(io, { kubeconfig, ...setup.options }, setup.hooks);
  return { cluster, server, slept };
}

const answer: Responder = (_request, response) => json(response, { kind: 'Pod' });
const status = (code: number, reason: string): object => ({
  kind: 'Status',
  status: 'Failure',
  code,
  reason,
});

describe('a request', () => {
  it('says who we are, accepts gzip and uses one connection again', async () => {
    const { cluster, server } = await setUp({ respond: answer });
    expect(await get(cluster)).toEqual({ kind: 'Pod' });
    await get(cluster);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'accept-encoding': 'gzip',
      'user-agent': expect.stringMatching(/^kubectl-debug\//),
    });
    expect(server.connections()).toBe(1);
    cluster.close();
  });

  it('keeps the path of the server in front of its own, and sends body and query', async () => {
    const { cluster, server } = await setUp({ respond: answer, isHttp: true });
    const inPath = await connect(anImpatientIo().io, { server: `${server.url}/k8s/c-1/` });
    await inPath.requestJson({
      method: 'PATCH',
      path: PATH,
      query: { fieldManager: 'me' },
      contentType: 'application/merge-patch+json',
      body: { a: 'ü' },
    });
    expect(server.requests[0]).toMatchObject({
      path: `/k8s/c-1${PATH}?fieldManager=me`,
      body: '{"a":"ü"}',
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    cluster.close();
  });

  it('inflates an answer, and asks for none where compression is off', async () => {
    const respond: Responder = ({ headers }, response) => {
      const body = JSON.stringify({ asked: headers['accept-encoding'] ?? 'nothing' });
      if (headers['accept-encoding'] !== 'gzip') return void response.end(body);
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
    };
    expect(await get((await setUp({ respond })).cluster)).toEqual({ asked: 'gzip' });
    const byEntry = await setUp({ respond, cluster: { 'disable-compression': true } });
    expect(await get(byEntry.cluster)).toEqual({ asked: 'nothing' });
    const byFlag = await setUp({ respond, options: { disableCompression: true } });
    expect(await get(byFlag.cluster)).toEqual({ asked: 'nothing' });
  });

  it('acts as somebody else when asked to', async () => {
    const options = {
      impersonate: 'jane',
      impersonateGroups: ['dev', 'ops'],
      impersonateUid: '7',
      impersonateExtra: { team: ['ü', ''] },
    };
    const user = { token: 't', 'as-user-extra': { 'example.com/scope': ['a'], team: ['red'] } };
    const { cluster, server } = await setUp({ respond: answer, options, user });
    await get(cluster);
    expect(server.requests[0]?.headers).toMatchObject({
      'impersonate-extra-team': `${Buffer.from('ü').toString('latin1')}, `,
      'impersonate-user': 'jane',
      'impersonate-uid': '7',
      'impersonate-group': 'dev, ops',
      'impersonate-extra-example.com%2fscope': 'a',
    });
  });

  it('hears each warning once', async () => {
    const warnings: unknown[] = [];
    const respond: Responder = (_request, response) => {
      response.setHeader('warning', ['299 - "old"', '299 - "older"']);
      json(response, {});
    };
    const { cluster } = await setUp({ respond, hooks: { onWarning: (...heard) => warnings.push(heard) } });
    await get(cluster);
    await get(cluster);
    expect(warnings).toEqual([
      ['old', 'server'],
      ['older', 'server'],
    ]);
  });

  it('refuses an answer that is no JSON', async () => {
    const { cluster } = await setUp({ respond: (_request, response) => response.end('<html>log in</html>') });
    await expect(get(cluster)).rejects.toMatchObject({ kind: 'server-error' });
  });
});

describe('credentials', () => {
  it('are a name and a password', async () => {
    const { cluster, server } = await setUp({ respond: answer, user: { username: 'me', password: 'pw' } });
    await get(cluster);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${base64('me:pw')}`);
  });

  it('are a name and a password of flags', async () => {
    const options = { username: 'mé', password: 'p:w' };
    const { cluster, server } = await setUp({ respond: answer, user: { username: 'other' }, options });
    await get(cluster);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${base64('mé:p:w')}`);
  });

  it('are a token of any letters', async () => {
    const { cluster, server } = await setUp({ respond: answer, options: { token: '日本' } });
    await get(cluster);
    const sent = server.requests[0]?.headers.authorization ?? '';
    expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe('Bearer 日本');
  });

  it('that no header can hold are refused without being quoted', async () => {
    const { cluster, server } = await setUp({ respond: answer, user: { token: 'can\nary' } });
    await expect(get(cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringMatching(/^the token of user "u1" in (?!.*ary).* holds a line break/s),
    });
    expect(server.requests).toHaveLength(0);
  });

  it('are a client certificate', async () => {
    const names: unknown[] = [];
    const user = { 'client-certificate-data': base64(pki.cert), 'client-key-data': base64(pki.private) };
    const { cluster, server } = await setUp({ respond: answer, user });
    server.server.on('secureConnection', (socket: TLSSocket) =>
      names.push(socket.getPeerCertificate().subject.CN),
    );
    await get(cluster);
    expect(names).toEqual(['kubectl-debug test']);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('are not sent over plain http', async () => {
    const { cluster, server } = await setUp({ respond: answer, isHttp: true });
    await get(cluster);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('are missed before anything is sent', async () => {
    await expect(setUp({ respond: answer, user: {} })).rejects.toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('user "u1" in'),
    });
  });

  it('of a file are read again after a 401, and the request is sent once more', async () => {
    const tokenFile = await folder.write('token', 'old');
    const respond: Responder = ({ headers }, response) => {
      if (headers.authorization === 'Bearer new') json(response, { ok: true });
      else void folder.write('token', 'new').then(() => json(response, status(401, 'Unauthorized'), 401));
    };
    const { cluster, server } = await setUp({ respond, user: { tokenFile } });
    expect(await get(cluster)).toEqual({ ok: true });
    expect(server.requests).toHaveLength(2);
  });

  it('of a plugin come from one run for many requests, and from one more after a 401', async () => {
    const counter = await folder.write('runs', '');
    const command = await folder.write(
      'plugin',
      `#!/bin/sh\necho run >>'${counter}'\ntoken=$(wc -l <'${counter}' | tr -d ' ')\n` +
        `echo "{\\"kind\\":\\"ExecCredential\\",\\"apiVersion\\":\\"client.authentication.k8s.io/v1\\",\\"status\\":{\\"token\\":\\"$token\\"}}"\n`,
    );
    const exec = { command, apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };
    const respond: Responder = ({ headers }, response) =>
      headers.authorization === 'Bearer 2'
        ? json(response, { ok: true })
        : json(response, status(401, ''), 401);
    const { cluster, server } = await setUp({ respond, user: { exec } });
    expect(await Promise.all([get(cluster), get(cluster), get(cluster)])).toEqual([
      { ok: true },
      { ok: true },
      { ok: true },
    ]);
    expect(server.requests.map(({ headers }) => headers.authorization).toSorted()).toEqual([
      'Bearer 1',
      'Bearer 1',
      'Bearer 1',
      'Bearer 2',
      'Bearer 2',
      'Bearer 2',
    ]);
  });

  it('of a plugin that stay refused are not tried a third time', async () => {
    const command = await folder.write(
      'stubborn',
      '#!/bin/sh\necho "{\\"kind\\":\\"ExecCredential\\",\\"apiVersion\\":\\"client.authentication.k8s.io/v1\\",\\"status\\":{\\"token\\":\\"$$\\"}}"\n',
    );
    const exec = { command, apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' };
    const respond: Responder = (_request, response) => json(response, status(401, 'Unauthorized'), 401);
    const { cluster, server } = await setUp({ respond, user: { exec } });
    await expect(get(cluster)).rejects.toMatchObject({ name: 'ApiError', code: 401 });
    expect(server.requests).toHaveLength(2);
  });
});

describe('TLS', () => {
  it('refuses a certificate that the authority did not sign', async () => {
    const { cluster } = await setUp({
      respond: answer,
      cluster: { 'certificate-authority-data': base64(otherPki.cert) },
    });
    await expect(get(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('its certificate is not signed by an authority that is trusted here'),
    });
  });

  it('refuses a certificate for other names, unless tls-server-name gives the right one', async () => {
    const wrong = await setUp({ respond: answer, options: { tlsServerName: 'other.example' } });
    await expect(get(wrong.cluster)).rejects.toThrow('its certificate is for other names');
    const right = await setUp({ respond: answer, cluster: { 'tls-server-name': 'k.example' } });
    expect(await get(right.cluster)).toEqual({ kind: 'Pod' });
  });

  it('takes an address for the name in the certificate, without a word of Node about it', async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error): number => warnings.push(message);
    process.on('warning', hear);
    try {
      const wrong = await setUp({ respond: answer, options: { tlsServerName: '127.0.0.9' } });
      await expect(get(wrong.cluster)).rejects.toThrow('its certificate is for other names');
      const right = await setUp({ respond: answer, options: { tlsServerName: '127.0.0.1' } });
      expect(await get(right.cluster)).toEqual({ kind: 'Pod' });
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', hear);
    }
  });

  it('trusts anybody where told to, and warns of it', async () => {
    const warnings: unknown[] = [];
    const { cluster, server } = await setUp({
      respond: answer,
      options: { insecureSkipTlsVerify: true },
      hooks: { onWarning: (...heard) => warnings.push(heard) },
    });
    expect(await get(cluster)).toEqual({ kind: 'Pod' });
    expect(warnings).toEqual([[`the certificate of ${server.url} is not verified`, 'connection']]);
  });

  it('names what cannot be used as a certificate', async () => {
    const broken = await setUp({
      respond: answer,
      cluster: { 'certificate-authority-data': base64('no PEM') },
    });
    await expect(get(broken.cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringContaining('cannot be used: the certificate authority is not PEM'),
    });
    const user = { 'client-certificate-data': base64('no PEM'), 'client-key-data': base64('no PEM') };
    const { cluster } = await setUp({ respond: answer, user });
    await expect(get(cluster)).rejects.toMatchObject({ kind: 'kubeconfig' });
    const missing = await setUp({ respond: answer, options: { certificateAuthority: 'missing.pem' } });
    await expect(get(missing.cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringContaining('cannot read the certificate authority /home/user/missing.pem'),
    });
  });
});

describe('a refusal', () => {
  it('is an ApiError with reason, details and the time to wait', async () => {
    const body = { ...status(403, 'Forbidden'), message: 'no', details: { name: 'web-1', kind: 'pods' } };
    const { cluster } = await setUp({ respond: (_request, response) => json(response, body, 403) });
    await expect(get(cluster)).rejects.toMatchObject({
      name: 'ApiError',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      details: { name: 'web-1', kind: 'pods' },
      method: 'GET',
      path: PATH,
    });
  });

  it.each([
    { type: 'text/plain', text: 'container d0 not found\n', message: 'container d0 not found' },
    { type: 'text/html', text: '<html>bad gateway</html>', message: '' },
    { type: 'application/json', text: '{"kind":"Status","mess', message: '' },
  ])(
    'without a Status is told by its code, and by text if it is plain: $type',
    async ({ type, text, message }) => {
      const respond: Responder = (_request, response) =>
        response.writeHead(502, { 'content-type': type }).end(text);
      await expect(get((await setUp({ respond })).cluster)).rejects.toMatchObject({
        code: 502,
        reason: '',
        message,
      });
    },
  );

  it('never holds the patch that a strict server quotes', async () => {
    const cause = {
      field: 'patch',
      message: 'Invalid value: "canary": strict decoding error: unknown field "x"',
    };
    const body = { ...status(422, 'Invalid'), message: 'patch: canary', details: { causes: [cause] } };
    const { cluster } = await setUp({ respond: (_request, response) => json(response, body, 422) });
    const error: unknown = await get(cluster).catch((caught: unknown) => caught);
    expect(JSON.stringify([error, String(error)])).not.toContain('canary');
  });
});

describe('an overloaded server', () => {
  it.each([429, 503])('is asked again when it says so, whatever the method (%d)', async (code) => {
    const respond: Responder = (_request, response, count) => {
      if (count > 2) json(response, { count });
      else response.writeHead(code, { 'retry-after': '3' }).end();
    };
    const { cluster, slept } = await setUp({ respond });
    expect(await cluster.requestJson({ method: 'POST', path: '/x', body: {} })).toEqual({ count: 3 });
    expect(slept).toEqual([3000, 3000]);
  });

  it('is not waited for beyond the deadline', async () => {
    const respond: Responder = (_request, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    const { cluster, server, slept } = await setUp({ respond });
    await expect(get(cluster)).rejects.toMatchObject({ code: 429, details: { retryAfterSeconds: 30 } });
    expect([server.requests.length, slept]).toEqual([1, []]);
  });

  it('is given up after four tries without a time, and at once for what is no GET', async () => {
    const respond: Responder = (_request, response) => response.writeHead(503).end();
    const { cluster, server, slept } = await setUp({ respond });
    await expect(get(cluster)).rejects.toMatchObject({ code: 503 });
    expect([server.requests.length, slept.length]).toEqual([5, 4]);
    await expect(cluster.requestJson({ method: 'DELETE', path: '/x' })).rejects.toMatchObject({ code: 503 });
    expect(server.requests).toHaveLength(6);
  });
});

describe('a connection', () => {
  const cutFirst: Responder = (_request, response, count) =>
    count === 1 ? void response.socket?.destroy() : json(response, { count });
  const patch = {
    method: 'PATCH',
    path: '/x',
    contentType: 'application/strategic-merge-patch+json',
    body: {},
  } as const;

  it.each([
    { label: 'a GET', request: { method: 'GET', path: '/x' } as const },
    { label: 'a strategic merge', request: patch },
  ])('that is cut under $label is opened again once', async ({ request }) => {
    const { cluster } = await setUp({ respond: cutFirst });
    expect(await cluster.requestJson(request)).toEqual({ count: 2 });
  });

  it('that is cut under a POST is not', async () => {
    const { cluster, server } = await setUp({ respond: cutFirst });
    await expect(cluster.requestJson({ method: 'POST', path: '/x', body: {} })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('the connection was cut'),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('that is cut in the middle of an answer, twice, is lost', async () => {
    const respond: Responder = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"a":');
      setImmediate(() => response.socket?.destroy());
    };
    const { cluster, server } = await setUp({ respond });
    await expect(get(cluster)).rejects.toMatchObject({ kind: 'connection-lost' });
    expect(server.requests).toHaveLength(2);
  });

  it('to nobody is refused, with the address', async () => {
    const { server } = await setUp({ respond: answer, isHttp: true });
    await new Promise((resolve) => server.server.close(resolve));
    const cluster = await connect(anImpatientIo().io, { server: server.url });
    await expect(get(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: `cannot reach the API server ${server.url}: the connection was refused`,
    });
  });

  it('to a server that speaks no TLS says so', async () => {
    const { server } = await setUp({ respond: answer, isHttp: true });
    const url = server.url.replace('http:', 'https:');
    const cluster = await connect(anImpatientIo().io, { server: url, token: 't' });
    await expect(get(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('does not speak TLS as expected'),
    });
  });
});

describe('a deadline', () => {
  const silent: Responder = () => undefined;
  const dribbling: Responder = (_request, response) => response.writeHead(200).write('{');

  it.each([
    { label: 'the answer', respond: silent },
    { label: 'the end of the body', respond: dribbling },
  ])('ends the wait for $label', async ({ respond }) => {
    const { cluster } = await setUp({ respond, options: { requestTimeoutMs: 50 } });
    await expect(get(cluster)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/did not answer \/api\/v1\/\S+ within 0.05 s/),
    });
  });

  it('can be given to one request', async () => {
    const { cluster } = await setUp({ respond: silent });
    await expect(cluster.requestJson({ method: 'GET', path: '/x', timeoutMs: 20 })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('does not count for the body of a stream', async () => {
    const respond: Responder = (_request, response) => {
      response.writeHead(200).write('a');
      setTimeout(() => response.end('b'), 1200);
    };
    const { cluster } = await setUp({ respond, options: { requestTimeoutMs: 1000 } });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('ab');
  });
});

describe('a signal', () => {
  it('ends a request with its reason, before and while it is under way', async () => {
    const abort = new AbortController();
    const { cluster, server } = await setUp({ respond: () => abort.abort(new Error('enough')) });
    const request = { method: 'GET', path: '/x', signal: abort.signal } as const;
    await expect(cluster.requestJson(request)).rejects.toThrow('enough');
    await expect(cluster.requestJson(request)).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });

  it('ends a stream with its reason, and the request with it', async () => {
    const abort = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const respond: Responder = (_request, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200).write('a');
    };
    const { cluster } = await setUp({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log', signal: abort.signal });
    const reading = (async () => {
      for await (const chunk of body) if (String(chunk) === 'a') abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await closed;
  });
});

describe('a stream', () => {
  it('that breaks off fails, instead of ending as if it were whole', async () => {
    const respond: Responder = (_request, response) => {
      response.writeHead(200).write('a');
      setTimeout(() => response.socket?.destroy(), 20);
    };
    const { cluster } = await setUp({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    await expect(text(body)).rejects.toMatchObject({ kind: 'connection-lost' });
  });

  it('that is refused is an ApiError', async () => {
    const { cluster } = await setUp({
      respond: (_request, response) => json(response, status(404, 'NotFound'), 404),
    });
    await expect(cluster.openStream({ method: 'GET', path: '/log' })).rejects.toMatchObject({ code: 404 });
  });

  it('that was read to its end leaves its connection to the next request', async () => {
    const { cluster, server } = await setUp({ respond: (_request, response) => response.end('{}') });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    expect(await text(body)).toBe('{}');
    await get(cluster);
    expect(server.connections()).toBe(1);
  });

  it('that nobody wants any more ends its request', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const respond: Responder = (_request, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200).write('a');
    };
    const { cluster } = await setUp({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    body.destroy();
    await closed;
  });
});

describe('the observer', () => {
  it('hears of each exchange once, repetitions and streams included, and of no secret', async () => {
    const heard: RequestObservation[] = [];
    const env = [{ name: 'A', value: 'canary' }];
    const stored = JSON.stringify({ annotations: { applied: JSON.stringify({ env }) }, env });
    const respond: Responder = ({ path }, response, count) => {
      if (path === '/y') return;
      if (path === '/log') return void response.end('12345');
      if (count === 1) return void response.writeHead(503, { 'retry-after': '0' }).end('later');
      response.setHeader('set-cookie', 'canary');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(stored));
    };
    const { cluster, server } = await setUp({
      respond,
      user: { token: 'canary' },
      hooks: { observer: (observation) => heard.push(observation), wantsBodies: true },
    });
    await cluster.requestJson({ method: 'POST', path: '/x', query: { q: 1 }, body: { env } });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    await text(body);
    await expect(cluster.requestJson({ method: 'GET', path: '/y', timeoutMs: 20 })).rejects.toThrow();
    expect(heard.map(({ serverUrl }) => serverUrl)).toEqual(Array(4).fill(server.url));
    expect(heard.map(({ method, path, status, bytes }) => [method, path, status, bytes])).toEqual([
      ['POST', '/x?q=1', 503, 5],
      ['POST', '/x?q=1', 200, gzipSync(stored).length],
      ['GET', '/log', 200, 5],
      ['GET', '/y', undefined, 0],
    ]);
    expect(heard[1]).toMatchObject({
      requestBody: '{"env":[{"name":"A","value":"<masked>"}]}',
      responseBody: expect.stringMatching(/^\{"annotations":.*"<masked>"\}\]\}$/),
    });
    expect(heard[1]?.requestHeaders['authorization']).toBe('Bearer <masked>');
    expect(JSON.stringify(heard)).not.toContain('canary');
  });

  it('gets no bodies that it did not ask for', async () => {
    const heard: RequestObservation[] = [];
    const { cluster } = await setUp({
      respond: answer,
      hooks: { observer: (observation) => heard.push(observation) },
    });
    await cluster.requestJson({ method: 'POST', path: '/x', body: { b: 2 } });
    expect(Object.keys(heard[0] ?? {}).filter((key) => key.endsWith('Body'))).toEqual([]);
  });
});
