import { describe, expect, it } from 'vitest';
import { aConnection, readPod } from '../../../test/builders/a-connection.ts';
import { type Responder } from '../../../test/servers/local-server.ts';

describe('a deadline', () => {
  const silent: Responder = () => undefined;
  const dribbling: Responder = (_request, response) => response.writeHead(200).write('{');

  it.each([
    { label: 'the answer', respond: silent },
    { label: 'the end of the body', respond: dribbling },
  ])('ends the wait for $label', async ({ respond }) => {
    const { cluster } = await aConnection({ respond, options: { requestTimeoutMs: 50 } });
    await expect(readPod(cluster)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/did not answer \/api\/v1\/\S+ within 0.05 s/),
    });
  });

  it('can be given to one request', async () => {
    const { cluster } = await aConnection({ respond: silent });
    await expect(cluster.requestJson({ method: 'GET', path: '/x', timeoutMs: 20 })).rejects.toMatchObject({
      kind: 'timeout',
    });
  });

  it('does not count for the body of a stream', async () => {
    const respond: Responder = (_request, response) => {
      response.writeHead(200).write('a');
      setTimeout(() => response.end('b'), 1200);
    };
    const { cluster } = await aConnection({ respond, options: { requestTimeoutMs: 1000 } });
    const { body } = await cluster.openStream({ method: 'GET', path: '/log' });
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('ab');
  });
});
