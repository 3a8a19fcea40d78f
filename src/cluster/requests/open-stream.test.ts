import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aConnection, aStatus, readPod } from '../../../test/builders/a-connection.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';

describe('a stream', () => {
  it('that breaks off fails, instead of ending as if it were whole', async () => {
    const respond: Responder = (_request, response) => {
      response.writeHead(200).write('a');
      setTimeout(() => response.socket?.destroy(), 20);
    };
    const { cluster } = await aConnection({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    await expect(text(body)).rejects.toMatchObject({ kind: 'connection-lost' });
  });

  it('that is refused is an ApiError', async () => {
    const { cluster } = await aConnection({
      respond: (_request, response) => json(response, aStatus(404, 'NotFound'), 404),
    });
    await expect(cluster.openStream({ method: 'GET', path: '/log' })).rejects.toMatchObject({ code: 404 });
  });

  it('that was read to its end leaves its connection to the next request', async () => {
    const { cluster, server } = await aConnection({ respond: (_request, response) => response.end('{}') });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    expect(await text(body)).toBe('{}');
    await readPod(cluster);
    expect(server.connections()).toBe(1);
  });

  it('that nobody wants any more ends its request', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const respond: Responder = (_request, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200).write('a');
    };
    const { cluster } = await aConnection({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    body.destroy();
    await closed;
  });
});

describe('a signal', () => {
  it('ends a request with its reason, before and while it is under way', async () => {
    const abort = new AbortController();
    const { cluster, server } = await aConnection({ respond: () => abort.abort(new Error('enough')) });
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
    const { cluster } = await aConnection({ respond });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log', signal: abort.signal });
    const reading = (async () => {
      for await (const chunk of body) if (String(chunk) === 'a') abort.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await closed;
  });
});
