import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { aLocalServer, json } from '../../../test/servers/local-server.ts';
import { connect } from '../connect/connect.ts';
import { requireServerVersion } from './server-version.ts';

async function ask(answer: (response: ServerResponse) => void) {
  const server = await aLocalServer((_request, response) => answer(response));
  const cluster = await connect(anIo().io, { server: server.url });
  onTestFinished(() => cluster.close());
  const asked = requireServerVersion(cluster, 'v1.37.0', new AbortController().signal);
  return { server, asked };
}

describe('requireServerVersion', () => {
  it('asks once and is content with the same version', async () => {
    const { server, asked } = await ask((response) => json(response, { gitVersion: 'v1.37.0', minor: '37' }));
    await asked;
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /version']);
  });

  it.each([
    { version: { gitVersion: 'v1.37.1' }, shown: 'v1.37.1' },
    { version: { gitVersion: 'v1.37.0-rc.1' }, shown: 'v1.37.0-rc.1' },
    { version: { gitVersion: 'v1.37.0+k3s1' }, shown: 'v1.37.0+k3s1' },
    { version: {}, shown: 'unknown' },
  ])('refuses $shown', async ({ version, shown }) => {
    const { server, asked } = await ask((response) => json(response, version));
    await expect(asked).rejects.toMatchObject({
      kind: 'server-version',
      message: `the API server ${server.url} has the version ${shown}, but --match-server-version requires v1.37.0`,
    });
  });

  it('says what it tried when the server does not tell its version', async () => {
    const { server, asked } = await ask((response) => json(response, { kind: 'Status', message: 'no' }, 403));
    await expect(asked).rejects.toMatchObject({
      kind: 'forbidden',
      message: `cannot read the version of the API server ${server.url}: no`,
    });
  });
});
