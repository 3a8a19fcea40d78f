import type { PeerCertificate, TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aFolder } from '../builders/a-folder.ts';
import { aLocalServer, json, type Responder } from '../servers/local-server.ts';
import { finish, startCommand } from '../drivers/run-command.ts';

const folder = await aFolder();
const pki = await generate([{ name: 'commonName', value: 'canary test' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
});
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const LEVELS = Array.from({ length: 11 }, (_, level) => level);

const CANARY = 'canary"\\4711';
const PASSWORD = 'canary-4711';
const keyData = base64(pki.private);
/** Each secret in the forms in which it could be shown. */
const SHOWN = ['canary', base64(`me:${PASSWORD}`), pki.private.split('\n')[2] ?? '', keyData.slice(100, 150)];

const tokenFile = await folder.write('token', PASSWORD);
const credential = {
  kind: 'ExecCredential',
  apiVersion: 'client.authentication.k8s.io/v1',
  status: { token: PASSWORD, clientCertificateData: pki.cert, clientKeyData: pki.private },
};
const plugin = await folder.write('plugin', `#!/bin/sh\ncat '${await folder.write('out', credential)}'\n`);
const exec = { command: plugin, apiVersion: credential.apiVersion, interactiveMode: 'Never' };
const certificate = { 'client-certificate-data': base64(pki.cert), 'client-key-data': keyData };

/** What proves the user, and how the server sees it. */
const CREDENTIALS = [
  { place: 'a token', user: { token: PASSWORD }, seen: `Bearer ${PASSWORD}` },
  { place: '--token', user: {}, argv: [`--token=${PASSWORD}`], seen: `Bearer ${PASSWORD}` },
  { place: 'a token file', user: { tokenFile }, seen: `Bearer ${PASSWORD}` },
  {
    place: 'a password',
    user: { username: 'me', password: PASSWORD },
    seen: `Basic ${base64(`me:${PASSWORD}`)}`,
  },
  {
    place: '--password',
    user: {},
    argv: ['--username=me', `--password=${PASSWORD}`],
    seen: `Basic ${base64(`me:${PASSWORD}`)}`,
  },
  { place: 'a client key', user: certificate, seen: 'canary test' },
  { place: 'the output of a plugin', user: { exec }, seen: `Bearer ${PASSWORD}, canary test` },
];

const env = [{ name: 'A', value: CANARY }];
const POD = {
  metadata: {
    name: 'web-1',
    namespace: 'default',
    uid: 'u',
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ env }) },
  },
  spec: { nodeName: 'n1', containers: [{ name: 'app', image: 'x', env }] },
  status: { phase: 'Running', containerStatuses: [{ name: 'app', state: { running: {} } }] },
};
const refusal = (code: number, message: string, field = ''): object => ({
  kind: 'Status',
  code,
  message,
  details: { causes: [{ field, message }] },
});

const unauthorized: Responder = (_request, response) => json(response, refusal(401, 'Unauthorized'), 401);

/** What servers answer to a change, and how the call ends. */
const CHANGES: readonly {
  readonly answer: string;
  readonly respond: Responder;
  readonly exitCode: number;
}[] = [
  { answer: 'the pod', respond: (_request, response) => json(response, POD), exitCode: 0 },
  {
    answer: 'a refusal that quotes the patch',
    respond: ({ body }, response) =>
      json(response, refusal(422, `patch: Invalid value: ${JSON.stringify(body)}`, 'patch'), 422),
    exitCode: 125,
  },
];

async function call(argv: readonly string[], user: object, change: Responder) {
  const seen = new Set<string>();
  const respond: Responder = (request, response, count) => {
    // An empty object where the client has none.
    const peer: Partial<PeerCertificate> = (response.socket as TLSSocket).getPeerCertificate();
    const proofs = [request.headers.authorization, peer.subject?.CN].filter((proof) => proof !== undefined);
    seen.add(proofs.join(', '));
    if (request.method === 'GET') json(response, POD);
    else change(request, response, count);
  };
  const tls = { cert: pki.cert, key: pki.private, requestCert: true, rejectUnauthorized: false };
  const server = await aLocalServer(respond, tls);
  const cluster = { server: server.url, 'certificate-authority-data': base64(pki.cert) };
  const kubeconfig = await folder.write('kubeconfig', aKubeconfig(cluster, { ...user }));
  const result = await finish(startCommand(argv, { kubeconfig, env: { PATH: process.env['PATH'] ?? '' } }));
  return { ...result, seen: [...seen], bodies: server.requests.map(({ body }) => body).join('') };
}

function shownSecrets(text: string): readonly string[] {
  return SHOWN.filter((secret) => text.includes(secret));
}

const START = ['web-1', '--image=busybox', '--attach=false', `--env=A=${CANARY}`];

describe('a secret', () => {
  it.each(CREDENTIALS)('in $place is sent, and shown at no level', async ({ user, argv = [], seen }) => {
    for (const level of LEVELS) {
      const result = await call([...START, ...argv, `-v=${level}`], user, unauthorized);
      expect(result).toMatchObject({ exitCode: 125, seen: [seen] });
      expect([level, shownSecrets(result.stdout + result.stderr)]).toEqual([level, []]);
    }
  });

  it.each(CHANGES)('in --env is sent, and shown at no level: $answer', async ({ respond, exitCode }) => {
    for (const level of LEVELS) {
      const result = await call([...START, `-v=${level}`], { token: PASSWORD }, respond);
      expect(result.exitCode).toBe(exitCode);
      expect(result.bodies).toContain(JSON.stringify(CANARY));
      expect([level, shownSecrets(result.stdout + result.stderr)]).toEqual([level, []]);
    }
  });

  it.each([
    { place: 'a proxy', cluster: { 'proxy-url': 'http://me:canary@127.0.0.1:1' } },
    { place: 'a proxy that is none', cluster: { 'proxy-url': 'ftp://me:ca/canary@127.0.0.1:1' } },
    { place: 'the server', cluster: { server: 'https://me:canary@127.0.0.1:1' } },
    { place: 'a server that is none', cluster: { server: 'me:canary@127.0.0.1:x' } },
    { place: 'a token that cannot be sent', user: { token: 'a\ncanary' } },
    { place: 'a key that is none', user: { ...certificate, 'client-key-data': base64('canary') } },
    { place: 'a field that must be text', user: { token: ['canary'] } },
  ])('of $place is in no error at any level', async ({ cluster = {}, user = { token: 't' } }) => {
    const entry = { server: 'https://127.0.0.1:1', ...cluster };
    const kubeconfig = await folder.write('kubeconfig', aKubeconfig(entry, user));
    for (const level of LEVELS) {
      const { exitCode, stderr } = await finish(startCommand([...START, `-v=${level}`], { kubeconfig }));
      expect(exitCode).toBe(125);
      expect(stderr).toMatch(/^error: .*\[(?:kubeconfig|unreachable)\]$/m);
      expect([level, shownSecrets(stderr)]).toEqual([level, []]);
    }
  });
});
