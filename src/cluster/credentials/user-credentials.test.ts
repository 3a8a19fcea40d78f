import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  aConnection,
  aStatus,
  answerPod,
  base64,
  readPod,
  serverCertificate,
} from '../../../test/builders/a-connection.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { json, type Responder } from '../../../test/servers/local-server.ts';

const folder = await aFolder();

describe('credentials', () => {
  it('are a name and a password', async () => {
    const { cluster, server } = await aConnection({
      respond: answerPod,
      user: { username: 'me', password: 'pw' },
    });
    await readPod(cluster);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${base64('me:pw')}`);
  });

  it('are a name and a password of flags', async () => {
    const options = { username: 'mé', password: 'p:w' };
    const { cluster, server } = await aConnection({
      respond: answerPod,
      user: { username: 'other' },
      options,
    });
    await readPod(cluster);
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${base64('mé:p:w')}`);
  });

  it('are a token of any letters', async () => {
    const { cluster, server } = await aConnection({ respond: answerPod, options: { token: '日本' } });
    await readPod(cluster);
    const sent = server.requests[0]?.headers.authorization ?? '';
    expect(Buffer.from(sent, 'latin1').toString('utf8')).toBe('Bearer 日本');
  });

  it('that no header can hold are refused without being quoted', async () => {
    const { cluster, server } = await aConnection({ respond: answerPod, user: { token: 'can\nary' } });
    await expect(readPod(cluster)).rejects.toMatchObject({
      kind: 'kubeconfig',
      message: expect.stringMatching(/^the token of user "u1" in (?!.*ary).* holds a line break/s),
    });
    expect(server.requests).toHaveLength(0);
  });

  it('are a client certificate', async () => {
    const names: unknown[] = [];
    const user = {
      'client-certificate-data': base64(serverCertificate.cert),
      'client-key-data': base64(serverCertificate.key),
    };
    const { cluster, server } = await aConnection({ respond: answerPod, user });
    server.server.on('secureConnection', (socket: TLSSocket) =>
      names.push(socket.getPeerCertificate().subject.CN),
    );
    await readPod(cluster);
    expect(names).toEqual(['kubectl-debug test']);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('are not sent over plain http', async () => {
    const { cluster, server } = await aConnection({ respond: answerPod, isHttp: true });
    await readPod(cluster);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('are missed before anything is sent', async () => {
    await expect(aConnection({ respond: answerPod, user: {} })).rejects.toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining('user "u1" in'),
    });
  });

  it('of a file are read again after a 401, and the request is sent once more', async () => {
    const tokenFile = await folder.write('token', 'old');
    const respond: Responder = ({ headers }, response) => {
      if (headers.authorization === 'Bearer new') json(response, { ok: true });
      else void folder.write('token', 'new').then(() => json(response, aStatus(401, 'Unauthorized'), 401));
    };
    const { cluster, server } = await aConnection({ respond, user: { tokenFile } });
    expect(await readPod(cluster)).toEqual({ ok: true });
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
        : json(response, aStatus(401, ''), 401);
    const { cluster, server } = await aConnection({ respond, user: { exec } });
    expect(await Promise.all([readPod(cluster), readPod(cluster), readPod(cluster)])).toEqual([
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
    const respond: Responder = (_request, response) => json(response, aStatus(401, 'Unauthorized'), 401);
    const { cluster, server } = await aConnection({ respond, user: { exec } });
    await expect(readPod(cluster)).rejects.toMatchObject({ name: 'ApiError', code: 401 });
    expect(server.requests).toHaveLength(2);
  });
});
