import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aPod, running } from '../builders/a-pod.ts';
import { aFolder } from '../builders/a-folder.ts';
import { aLocalServer, json, type Responder } from '../servers/local-server.ts';
import { startCommand } from '../drivers/run-command.ts';

const folder = await aFolder();
const CANARY = 'sesame-4711';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** A secret in the forms in which it could be shown. */
const FORMS = [
  'sesame',
  base64(CANARY).slice(2, -4),
  base64(`me:${CANARY}`).slice(0, -4),
  encodeURIComponent(`me:${CANARY}`),
];

const pki = await generate([{ name: 'commonName', value: 'test' }], {
  keyType: 'ec',
  algorithm: 'sha256',
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
});
const KEY = pki.private.split('\n')[2] ?? '';

const V1 = 'client.authentication.k8s.io/v1';
const plugin = async (name: string, output: string, rest = {}): Promise<object> => {
  const command = await folder.write(name, `#!/bin/sh\ncat '${await folder.write(`${name}.out`, output)}'\n`);
  return { exec: { command, apiVersion: V1, interactiveMode: 'Never', ...rest } };
};
const credential = (status: object, apiVersion = V1): string =>
  JSON.stringify({ kind: 'ExecCredential', apiVersion, status });

interface Place {
  readonly place: string;
  readonly user?: object;
  readonly cluster?: object;
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the whole kubeconfig. */
  readonly file?: string;
}

const PROXY = `http://me:${CANARY}@127.0.0.1:1`;
const oidc = (config: object): object => ({ 'auth-provider': { name: 'oidc', config } });
const jwt = `${base64('{}')}.${base64('{"exp":1}')}.${CANARY}`;

/** Where a secret can be, and what it does there. */
const PLACES: readonly Place[] = [
  { place: 'a token', user: { token: CANARY } },
  { place: 'a token that cannot be sent', user: { token: `${CANARY}\u0000é` } },
  { place: '--token', argv: [`--token=${CANARY}`] },
  { place: 'a token file', user: { tokenFile: await folder.write('token', CANARY) } },
  { place: 'a password', user: { username: 'me', password: CANARY } },
  { place: '--password', argv: ['--username=me', `--password=${CANARY}`] },
  {
    place: 'a client key',
    user: { 'client-certificate-data': base64(pki.cert), 'client-key-data': base64(pki.private) },
  },
  {
    place: 'a client key that is none',
    user: { 'client-certificate-data': base64(pki.cert), 'client-key-data': base64(CANARY) },
  },
  { place: 'a plugin', user: await plugin('good', credential({ token: CANARY })) },
  { place: 'a plugin that prints no JSON', user: await plugin('plain', `token: ${CANARY}`) },
  { place: 'a plugin of another version', user: await plugin('old', credential({ token: CANARY }, 'x/v0')) },
  {
    place: 'a plugin with half a key pair',
    user: await plugin('half', credential({ clientKeyData: CANARY })),
  },
  {
    place: 'a plugin with a wrong time',
    user: await plugin('time', credential({ token: 't', expirationTimestamp: CANARY })),
  },
  {
    place: 'a variable of a plugin',
    user: await plugin('env', '', { env: [{ name: 'SECRET', value: CANARY }] }),
  },
  { place: 'an argument of a plugin', user: await plugin('args', '', { args: [`--secret=${CANARY}`] }) },
  {
    place: 'a refresh token',
    user: oidc({
      'idp-issuer-url': 'https://127.0.0.1:1',
      'client-id': 'x',
      'client-secret': CANARY,
      'refresh-token': CANARY,
      'id-token': jwt,
    }),
  },
  { place: 'an id token', user: oidc({ 'id-token': jwt }) },
  { place: 'a proxy', cluster: { 'proxy-url': PROXY } },
  { place: 'a proxy that is none', cluster: { 'proxy-url': `gopher://me:${CANARY}@x` } },
  { place: '--proxy-url', argv: [`--proxy-url=${PROXY}`] },
  { place: 'HTTPS_PROXY', env: { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, ALL_PROXY: PROXY } },
  { place: 'HTTPS_PROXY that is none', env: { HTTPS_PROXY: `me:${CANARY}@:x` } },
  { place: 'a server', cluster: { server: `https://me:${CANARY}@127.0.0.1:1` } },
  { place: '--server', argv: [`--server=me:${CANARY}@127.0.0.1:x`] },
  { place: 'a kubeconfig that is no YAML', file: `users:\n- user:\n    token: "${CANARY}\n  x: [` },
  { place: 'a kubeconfig that is no JSON', file: `{"users":[{"user":{"token":"${CANARY}"}},]` },
  {
    place: 'a kubeconfig with a token twice',
    file: `users:\n- name: u\n  user:\n    token: ${CANARY}\n    token: ${CANARY}\n`,
  },
  { place: 'a kubeconfig with a wrong type', file: `users:\n- name: u\n  user: ${CANARY}\n` },
];

const POD = aPod({ name: 'web-1', namespace: 'default', ephemerals: [{ name: 'dbg', state: running() }] });

/** What the server answers: it works, or says no. */
const SERVERS: Readonly<Record<string, Responder>> = {
  works: ({ method, path: asked }, response) => {
    if (/\/pods\?|\/events/.test(asked)) json(response, { kind: 'PodList', metadata: {}, items: [POD] });
    else if (asked.includes('/pods/') || method === 'PATCH') json(response, POD);
    else json(response, { status: { allowed: true } });
  },
  refuses: (_request, response) =>
    json(response, { kind: 'Status', code: 401, message: 'Unauthorized', reason: 'Unauthorized' }, 401),
};

const COMMANDS: readonly (readonly string[])[] = [
  ['web-1', '--image=busybox', '--attach=false'],
  ['web-1', '--image=busybox', '--show-kubectl'],
  ['pods'],
  ['attach', 'web-1', '-c', 'nobody'],
  ['check'],
  ['stop', 'web-1', '--dry-run=client'],
  ['audit', 'web-1', '--yes', '--timeout=200ms', '--', 'id'],
  ['completion', '--', 'attach', ''],
];

/** What is shown only grows with the level; all of them are tried where somebody asks for it. */
const TRIES_ALL = process.env['CANARY_LEVELS'] === 'all';
const LEVELS = TRIES_ALL ? Array.from({ length: 11 }, (_, level) => level) : [10];
/** An audit takes its time, and connects as all others do: of few places it is tried each time. */
const AUDITED = ['a token', 'a plugin', '--password'];

async function filesBelow(start: string): Promise<readonly string[]> {
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'utf8')}`));
}

function shown(text: string): readonly string[] {
  return [...FORMS, KEY, base64(pki.private).slice(100, 150)].filter((form) => text.includes(form));
}

interface Call {
  readonly words: readonly string[];
  readonly level: number;
  readonly kubeconfig: string;
  readonly state: string;
}

/** What a call shows of a secret. */
async function call(
  { words, level, kubeconfig, state }: Call,
  { argv = [], env = {} }: Place,
): Promise<string> {
  const isCompletion = words[0] === 'completion';
  const at = words.includes('--') ? words.indexOf('--') : words.length;
  const all = [...words.slice(0, at), ...argv, `-v=${level}`, ...words.slice(at)];
  const command = startCommand(isCompletion ? words : all, {
    kubeconfig,
    env: { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: state, XDG_CACHE_HOME: state, ...env },
  });
  const stopped = setInterval(() => command.deliver('SIGTERM'), 600);
  await command.ended.finally(() => clearInterval(stopped));
  const found = shown(command.stdoutText() + command.stderrText());
  return found.length === 0 ? '' : `${all.join(' ')}: ${found.join(', ')}`;
}

describe.each(Object.entries(SERVERS))('where the server %s', (name, respond) => {
  it.each(PLACES)('shows a secret nowhere: $place', async (place) => {
    const tls = { cert: pki.cert, key: pki.private, requestCert: true, rejectUnauthorized: false };
    const server = await aLocalServer(respond, tls);
    const entry = { server: server.url, 'certificate-authority-data': base64(pki.cert), ...place.cluster };
    const own = `${name}-${place.place.replaceAll(/\W/g, '-')}`;
    const config = place.file ?? aKubeconfig(entry, { ...(place.user ?? { token: 't' }) });
    const kubeconfig = await folder.write(own, config);
    const state = path.join(folder.path, `state-${own}`);
    for (const level of LEVELS) {
      const commands = COMMANDS.filter(
        ([first]) => first !== 'audit' || TRIES_ALL || AUDITED.includes(place.place),
      );
      const calls = commands.map((words) => call({ words, level, kubeconfig, state }, place));
      expect((await Promise.all(calls)).filter((found) => found !== '')).toEqual([]);
    }
    expect((await filesBelow(state)).filter((text) => shown(text).length > 0)).toEqual([]);
  });
});
