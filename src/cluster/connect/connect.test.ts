import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  POD_PATH,
  aConnection,
  anImpatientIo,
  answerPod,
  readPod,
} from '../../../test/builders/a-connection.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';
import { connect } from './connect.ts';

describe('a request', () => {
  it('says who we are, accepts gzip and uses one connection again', async () => {
    const { cluster, server } = await aConnection({ respond: answerPod });
    expect(await readPod(cluster)).toEqual({ kind: 'Pod' });
    await readPod(cluster);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'accept-encoding': 'gzip',
      'user-agent': expect.stringMatching(/^kubectl-debug\//),
    });
    expect(server.connections()).toBe(1);
    cluster.close();
  });

  it('keeps the path of the server in front of its own, and sends body and query', async () => {
    const { cluster, server } = await aConnection({ respond: answerPod, isHttp: true });
    const inPath = await connect(anImpatientIo().io, { server: `${server.url}/k8s/c-1/` });
    await inPath.requestJson({
      method: 'PATCH',
      path: POD_PATH,
      query: { fieldManager: 'me' },
      contentType: 'application/merge-patch+json',
      body: { a: 'ü' },
    });
    expect(server.requests[0]).toMatchObject({
      path: `/k8s/c-1${POD_PATH}?fieldManager=me`,
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
    expect(await readPod((await aConnection({ respond })).cluster)).toEqual({ asked: 'gzip' });
    const byEntry = await aConnection({ respond, cluster: { 'disable-compression': true } });
    expect(await readPod(byEntry.cluster)).toEqual({ asked: 'nothing' });
    const byFlag = await aConnection({ respond, options: { disableCompression: true } });
    expect(await readPod(byFlag.cluster)).toEqual({ asked: 'nothing' });
  });

  it('acts as somebody else when asked to', async () => {
    const options = {
      impersonate: 'jane',
      impersonateGroups: ['dev', 'ops'],
      impersonateUid: '7',
      impersonateExtra: { team: ['ü', ''] },
    };
    const user = { token: 't', 'as-user-extra': { 'example.com/scope': ['a'], team: ['red'] } };
    const { cluster, server } = await aConnection({ respond: answerPod, options, user });
    await readPod(cluster);
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
    const { cluster } = await aConnection({
      respond,
      hooks: { onWarning: (...heard) => warnings.push(heard) },
    });
    await readPod(cluster);
    await readPod(cluster);
    expect(warnings).toEqual([
      ['old', 'server'],
      ['older', 'server'],
    ]);
  });

  it('refuses an answer that is no JSON', async () => {
    const { cluster } = await aConnection({
      respond: (_request, response) => response.end('<html>log in</html>'),
    });
    await expect(readPod(cluster)).rejects.toMatchObject({ kind: 'server-error' });
  });
});
