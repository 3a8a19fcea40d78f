import { gzipSync } from 'node:zlib';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aConnection, answerPod } from '../../../test/builders/a-connection.ts';
import { type Responder } from '../../../test/servers/local-server.ts';
import type { RequestObservation } from '../cluster.ts';

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
    const { cluster, server } = await aConnection({
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

  it('hears nothing of what is in a Secret, whatever kubectl apply left in its annotations', async () => {
    const heard: RequestObservation[] = [];
    const { cluster } = await aConnection({
      respond: (_, response) =>
        void response.end('{"data":{"a":"canary"},"metadata":{"annotations":{"x":"canary"}}}'),
      hooks: { observer: (observation) => heard.push(observation), wantsBodies: true },
    });
    const path = '/api/v1/namespaces/shop/secrets/key';
    await cluster.requestJson({ method: 'GET', path, query: { includeObject: 'None' } });
    expect(heard.map(({ responseBody }) => responseBody)).toEqual(['<masked>']);
  });

  it('gets no bodies that it did not ask for', async () => {
    const heard: RequestObservation[] = [];
    const { cluster } = await aConnection({
      respond: answerPod,
      hooks: { observer: (observation) => heard.push(observation) },
    });
    await cluster.requestJson({ method: 'POST', path: '/x', body: { b: 2 } });
    expect(Object.keys(heard[0] ?? {}).filter((key) => key.endsWith('Body'))).toEqual([]);
  });
});
