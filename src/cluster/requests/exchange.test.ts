import { describe, expect, it, vi } from 'vitest';
import { aConnection, anImpatientIo, answerPod, readPod } from '../../../test/builders/a-connection.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';
import { connect } from '../connect/connect.ts';

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
    const { cluster } = await aConnection({ respond: cutFirst });
    expect(await cluster.requestJson(request)).toEqual({ count: 2 });
  });

  it('that is cut under a POST is not', async () => {
    const { cluster, server } = await aConnection({ respond: cutFirst });
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
    const { cluster, server } = await aConnection({ respond });
    await expect(readPod(cluster)).rejects.toMatchObject({ kind: 'connection-lost' });
    expect(server.requests).toHaveLength(2);
  });

  it('to nobody is refused, with the address', async () => {
    const { server } = await aConnection({ respond: answerPod, isHttp: true });
    await new Promise((resolve) => server.server.close(resolve));
    const cluster = await connect(anImpatientIo().io, { server: server.url });
    await expect(readPod(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: `cannot reach the API server ${server.url}: the connection was refused`,
    });
  });

  it('to a server that speaks no TLS says so', async () => {
    const { server } = await aConnection({ respond: answerPod, isHttp: true });
    const url = server.url.replace('http:', 'https:');
    const cluster = await connect(anImpatientIo().io, { server: url, token: 't' });
    await expect(readPod(cluster)).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('the TLS handshake failed'),
    });
  });

  it.each([
    {
      method: 'GET',
      location: 'https://other.example/login?secret',
      why: 'redirects GET /x to https://other.example',
    },
    { method: 'POST', location: '/x', why: 'redirects POST /x in a way that would turn it into a GET' },
    { method: 'GET', location: '/x', why: 'redirects GET /x more than 10 times' },
  ] as const)('that $why fails, and its status is observed', async ({ method, location, why }) => {
    const respond: Responder = (_request, response) => void response.writeHead(302, { location }).end();
    const observer = vi.fn();
    const { cluster, server } = await aConnection({ respond, hooks: { observer } });
    const body = method === 'POST' ? { body: {} } : {};
    await expect(cluster.requestJson({ method, path: '/x', ...body })).rejects.toMatchObject({
      kind: 'server-error',
      message: `${server.url} ${why}`,
    });
    expect(observer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 302 }));
  });
});
