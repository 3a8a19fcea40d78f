import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { makeCertificates } from '../../../test/servers/certificates.ts';
import { aLocalServer } from '../../../test/servers/local-server.ts';
import { download } from './download.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/pod.yaml`;
}

const NEVER = new AbortController().signal;
const slept: number[] = [];
const io = {
  ...anIo().io,
  sleep: (milliseconds: number) => {
    slept.push(milliseconds);
    return Promise.resolve();
  },
};

/** Answers these, one after the other, and the last one from then on. */
function statuses(...codes: readonly number[]): RequestListener {
  let asked = 0;
  return (_, response) => {
    response.statusCode = codes[Math.min(asked, codes.length - 1)] ?? 200;
    asked += 1;
    response.end(`answer ${asked}`);
  };
}

describe('download', () => {
  it.each([
    { codes: [200], text: 'answer 1' },
    { codes: [503, 200], text: 'answer 2' },
    { codes: [500, 502, 200], text: 'answer 3' },
  ])('reads what a server gives that answers $codes', async ({ codes, text }) => {
    const bytes = await download(io, `http://${await serve(statuses(...codes))}`, NEVER);
    expect(Buffer.from(bytes).toString()).toBe(text);
  });

  it.each([
    { codes: [404, 200], why: 'the server answers 404 Not Found' },
    { codes: [403], why: 'the server answers 403 Forbidden' },
    { codes: [204], why: 'the server answers 204 No Content' },
    { codes: [500, 500, 503, 200], why: 'the server answers 503 Service Unavailable' },
  ])('says "$why" of a server that answers $codes', async ({ codes, why }) => {
    await expect(download(io, `http://${await serve(statuses(...codes))}`, NEVER)).rejects.toThrow(why);
  });

  it('pauses between its attempts', async () => {
    slept.length = 0;
    await download(io, `http://${await serve(statuses(500, 500, 200))}`, NEVER);
    expect(slept).toEqual([1000, 1000]);
  });

  it('sends the user name and password of the address, and follows the server elsewhere', async () => {
    const seen: (string | undefined)[] = [];
    const where = await serve(({ url, headers }, response) => {
      seen.push(headers.authorization);
      if (url === '/pod.yaml') response.writeHead(302, { location: '/other' });
      response.end('x');
    });
    await download(io, `http://ali:ses%40me@${where}`, NEVER);
    expect(seen).toEqual(Array(2).fill(`Basic ${Buffer.from('ali:ses@me').toString('base64')}`));
  });

  it('keeps the password from another server, and shows no place that it is led to', async () => {
    const seen: (string | undefined)[] = [];
    const other = await aLocalServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('there');
    });
    const where = await serve((_, response) => void response.writeHead(302, { location: other.url }).end());
    expect(Buffer.from(await download(io, `http://ali:sesame@${where}`, NEVER)).toString()).toBe('there');
    expect(seen).toEqual([undefined]);
  });

  it.each([
    { location: 'ftp://k.example/x?canary', why: 'it redirects to something that is not a web address' },
    {
      location: 'http://127.0.0.1:1/x?canary',
      why: 'cannot reach http://127.0.0.1:1/x: the connection was refused',
    },
    { location: '/pod.yaml?canary', why: 'it redirects more than 10 times' },
  ])('says "$why" when it is led there', async ({ location, why }) => {
    const where = await serve((_, response) => void response.writeHead(302, { location }).end());
    await expect(download(io, `http://${where}`, NEVER)).rejects.toMatchObject({ message: why });
  });

  it('goes through the proxy of the environment', async () => {
    const asked: string[] = [];
    const where = await serve(({ url = '' }, response) => {
      asked.push(url);
      response.end('by proxy');
    });
    const proxied = { ...io, env: { HTTP_PROXY: `http://${where}` } };
    const bytes = await download(proxied, 'http://files.example/pod.yaml?a=b', NEVER);
    expect([Buffer.from(bytes).toString(), asked]).toEqual([
      'by proxy',
      ['http://files.example/pod.yaml?a=b'],
    ]);
  });

  it('trusts the authorities of the system, whatever Node is told', async () => {
    const pki = await makeCertificates();
    const server = await aLocalServer((_, response) => void response.end('safe'), pki.ofSystem);
    const folder = await mkdtemp(join(tmpdir(), 'download-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'system.pem'), pki.system.cert);
    const env = { SSL_CERT_FILE: join(folder, 'system.pem'), SSL_CERT_DIR: '/nowhere' };
    expect(Buffer.from(await download({ ...io, env }, server.url, NEVER)).toString()).toBe('safe');
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    });
    const untrusting = { ...io, env: { ...env, SSL_CERT_FILE: '/nowhere' } };
    await expect(download(untrusting, server.url, NEVER)).rejects.toMatchObject({
      message: expect.stringContaining('is not signed by a trusted authority (the system has none)'),
      hint: expect.stringContaining('SSL_CERT_FILE'),
    });
  });

  it('stops at what is too large', async () => {
    const where = await serve((_, response) => {
      const megabyte = Buffer.alloc(1024 * 1024);
      const fill = (): void => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', fill);
      fill();
    });
    await expect(download(io, `http://${where}`, NEVER)).rejects.toMatchObject({
      kind: 'too-large',
      message: `what http://${where} gives is larger than 16 MiB`,
    });
  });

  it('stops when it is interrupted', async () => {
    const controller = new AbortController();
    const where = await serve(() => controller.abort(new Error('interrupted')));
    await expect(download(io, `http://${where}`, controller.signal)).rejects.toThrow('interrupted');
  });

  it('says why a server cannot be reached, without the password', async () => {
    const why = await download(io, 'http://ali:sesame@127.0.0.1:1/', NEVER).catch((error: unknown) =>
      String(error),
    );
    expect(why).toContain('the connection was refused');
    expect(why).not.toContain('sesame');
  });
});
