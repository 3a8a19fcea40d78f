import { describe, expect, it } from 'vitest';
import { aConnection, aStatus, POD_PATH, readPod } from '../../../test/builders/a-connection.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';

describe('a refusal', () => {
  it('is an ApiError with reason, details and the time to wait', async () => {
    const body = { ...aStatus(403, 'Forbidden'), message: 'no', details: { name: 'web-1', kind: 'pods' } };
    const { cluster } = await aConnection({ respond: (_request, response) => json(response, body, 403) });
    await expect(readPod(cluster)).rejects.toMatchObject({
      name: 'ApiError',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      details: { name: 'web-1', kind: 'pods' },
      method: 'GET',
      path: POD_PATH,
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
      await expect(readPod((await aConnection({ respond })).cluster)).rejects.toMatchObject({
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
    const body = { ...aStatus(422, 'Invalid'), message: 'patch: canary', details: { causes: [cause] } };
    const { cluster } = await aConnection({ respond: (_request, response) => json(response, body, 422) });
    const error: unknown = await readPod(cluster).catch((caught: unknown) => caught);
    expect(JSON.stringify([error, String(error)])).not.toContain('canary');
  });
});
