import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { aConnection, readPod } from '../../../test/builders/a-connection.ts';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer, json, type Responder } from '../../../test/servers/local-server.ts';
import { anEncodedObject } from '../../../test/builders/a-protobuf-message.ts';
import { isApiError } from '../refusals/api-error.ts';
import { connect } from '../connect/connect.ts';
import type { ConnectionHooks } from '../connect/connection-hooks.ts';
import { listPods } from '../api/pods.ts';

const folder = await aFolder();
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const LIST = anEncodedObject('PodList', [2, [[1, [[1, 'web-1']]]]]);

/** The names of the pods that are listed with the fields of the columns alone, and what the server was asked. */
async function listNames(respond: Responder, hooks: ConnectionHooks = {}) {
  const server = await aLocalServer(respond);
  const kubeconfig = await folder.write(`config-${server.port}`, aKubeconfig({ server: server.url }));
  const cluster = await connect(anIo().io, { kubeconfig }, hooks);
  const names: (string | undefined)[] = [];
  try {
    for await (const { items } of listPods(cluster, { namespace: 'shop', fields: 'columns' }))
      names.push(...items.map(({ metadata }) => metadata.name));
  } finally {
    cluster.close();
  }
  return { names, accepted: server.requests.map(({ headers }) => headers.accept) };
}

describe('a list of pods of which the columns are enough', () => {
  it('is asked for in protobuf first', async () => {
    const { names, accepted } = await listNames((_request, response) => {
      response.writeHead(200, { 'content-type': PROTOBUF }).end(LIST);
    });
    expect(names).toEqual(['web-1']);
    expect(accepted).toEqual([`${PROTOBUF}, application/json`]);
  });

  it('is inflated', async () => {
    const { names } = await listNames((_request, response) => {
      response.writeHead(200, { 'content-type': PROTOBUF, 'content-encoding': 'gzip' }).end(gzipSync(LIST));
    });
    expect(names).toEqual(['web-1']);
  });

  it('is read as JSON where the server answers so', async () => {
    const { names } = await listNames((_request, response) => {
      json(response, { items: [{ metadata: { name: 'web-2' }, spec: { containers: [] } }] });
    });
    expect(names).toEqual(['web-2']);
  });

  it('is asked for in JSON where a log shows it', async () => {
    const bodies: (string | undefined)[] = [];
    const { accepted } = await listNames((_request, response) => json(response, { items: [] }), {
      wantsBodies: true,
      observer: ({ responseBody }) => bodies.push(responseBody),
    });
    expect(accepted).toEqual(['application/json, */*']);
    expect(bodies).toEqual(['{"items":[]}']);
  });

  it('fails as the Status says that comes in protobuf', async () => {
    const status = anEncodedObject(
      'Status',
      [2, 'Failure'],
      [3, 'pods is forbidden'],
      [4, 'Forbidden'],
      [6, 403],
    );
    const listed = listNames((_request, response) => {
      response.writeHead(403, { 'content-type': PROTOBUF }).end(status);
    });
    const error = await listed.catch((reason: unknown) => reason);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      message: expect.stringContaining('pods is forbidden'),
    });
  });

  it('goes on from where a Status in protobuf says when the server has forgotten the rest of the list', async () => {
    const expired = anEncodedObject('Status', [1, [[3, 'fresh']]], [3, 'too old'], [4, 'Expired'], [6, 410]);
    const first = anEncodedObject('PodList', [1, [[3, 'stale']]], [2, [[1, [[1, 'web-0']]]]]);
    const { names } = await listNames(({ path }, response) => {
      const isStale = path.includes('continue=stale');
      const body = isStale ? expired : path.includes('continue=fresh') ? LIST : first;
      response.writeHead(isStale ? 410 : 200, { 'content-type': PROTOBUF }).end(body);
    });
    expect(names).toEqual(['web-0', 'web-1']);
  });

  it('is refused where it is no protobuf that anybody could read', async () => {
    const listed = listNames((_request, response) => {
      response.writeHead(200, { 'content-type': PROTOBUF }).end('<html>');
    });
    await expect(listed).rejects.toMatchObject({
      kind: 'server-error',
      message: expect.stringContaining('but not with protobuf'),
    });
  });
});

describe('an overloaded server', () => {
  it.each([429, 503])('is asked again when it says so, whatever the method (%d)', async (code) => {
    const respond: Responder = (_request, response, count) => {
      if (count > 2) json(response, { count });
      else response.writeHead(code, { 'retry-after': '3' }).end();
    };
    const { cluster, slept } = await aConnection({ respond });
    expect(await cluster.requestJson({ method: 'POST', path: '/x', body: {} })).toEqual({ count: 3 });
    expect(slept).toEqual([3000, 3000]);
  });

  it('is not waited for beyond the deadline', async () => {
    const respond: Responder = (_request, response) => response.writeHead(429, { 'retry-after': '30' }).end();
    const { cluster, server, slept } = await aConnection({ respond });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 429, details: { retryAfterSeconds: 30 } });
    expect([server.requests.length, slept]).toEqual([1, []]);
  });

  it('is given up after four tries without a time, and at once for what is no GET', async () => {
    const respond: Responder = (_request, response) => response.writeHead(503).end();
    const { cluster, server, slept } = await aConnection({ respond });
    await expect(readPod(cluster)).rejects.toMatchObject({ code: 503 });
    expect([server.requests.length, slept.length]).toEqual([5, 4]);
    await expect(cluster.requestJson({ method: 'DELETE', path: '/x' })).rejects.toMatchObject({ code: 503 });
    expect(server.requests).toHaveLength(6);
  });
});
