import { mkdir, truncate, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aFolder } from '../builders/a-folder.ts';
import { aLocalServer, json, type Responder } from '../servers/local-server.ts';
import { finish, startCommand, type CommandResult } from '../drivers/run-command.ts';
import { IS_SOAK, SHARE, shareBounds } from '../drivers/soak.ts';
import { aFaultyCluster, frame } from './a-faulty-cluster.ts';

const folder = await aFolder();
const MIB = 1024 * 1024;
const PODS = '/api/v1/namespaces/default/pods';
const PROTOBUF = { 'content-type': 'application/vnd.kubernetes.protobuf' };

/** Writes the same bytes again and again for as long as anybody reads; returns how many were written. */
function flood(response: ServerResponse, bytes: Buffer): void {
  const fill = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', fill).on('error', () => undefined);
  fill();
}

interface Answered extends CommandResult {
  readonly requests: number;
  readonly url: string;
}

/** Runs a command against a server of one answer. */
async function runAgainst(respond: Responder, argv: readonly string[]): Promise<Answered> {
  const server = await aLocalServer(respond);
  const kubeconfig = await folder.write(`config-${server.port}`, aKubeconfig({ server: server.url }));
  const command = startCommand(argv, { kubeconfig });
  const result = await finish(command);
  return { ...result, requests: server.requests.length, url: server.url };
}

const JSON_HEADERS = { 'content-type': 'application/json' };
/** One member of a gzip file; many of them behind each other are one as well. */
const ZEROS = gzipSync(Buffer.alloc((64 * MIB) / SHARE));
const NOTHING = gzipSync(Buffer.alloc(0));
/** An object in protobuf whose list has an item of two bytes, as often as may not be. */
const MANY_MESSAGES = ((): Buffer => {
  const items = Buffer.alloc(2 * (4_000_000 / SHARE + 1), Buffer.from([0x12, 0x00]));
  const length = [];
  for (let rest = items.length; rest > 0; rest >>>= 7) length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
  return Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x12, ...length]), items]);
})();

describe('an answer of a server that passes a bound', () => {
  beforeEach(() => shareBounds('answer', 'answerValues', 'messages', 'line'));

  const ANSWER = `the answer of URL (200) to GET ${PODS}`;
  it.each<{ label: string; respond: Responder; argv?: readonly string[]; message: string }>([
    {
      label: 'a body without an end',
      respond: (_, response) => flood(response.writeHead(200, JSON_HEADERS), Buffer.alloc(MIB, '[')),
      message: `${ANSWER} is larger than 256 MiB`,
    },
    {
      label: 'a body that unpacks to more',
      respond: (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'content-encoding': 'gzip' });
        response.end(Buffer.concat([ZEROS, ZEROS, ZEROS, ZEROS, ZEROS]));
      },
      message: `${ANSWER} is larger than 256 MiB`,
    },
    {
      label: 'a body that unpacks to nothing, without an end',
      respond: (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, 'content-encoding': 'gzip' });
        flood(response, Buffer.concat(Array.from({ length: 200 }, () => NOTHING)));
      },
      message: `${ANSWER} is larger than 256 MiB`,
    },
    {
      label: 'brackets in brackets',
      respond: (_, response) => response.writeHead(200, JSON_HEADERS).end('{"items":'.repeat(100_000)),
      message: `${ANSWER} is nested more than 300 levels deep`,
    },
    {
      label: 'brackets in brackets, in a pod that is shown whole',
      argv: ['pods', '-o', 'yaml'],
      respond: (_, response) => {
        const deep = `${'{"a":'.repeat(301)}1${'}'.repeat(301)}`;
        response.writeHead(200, JSON_HEADERS).end(`{"items":[{"metadata":{"name":"a"},"spec":${deep}}]}`);
      },
      message: `${ANSWER} is nested more than 300 levels deep`,
    },
    {
      label: 'more values than fit in memory',
      respond: (_, response) => {
        response.writeHead(200, JSON_HEADERS).end(`{"items":[${'{},'.repeat(8_000_000 / SHARE + 1)}{}]}`);
      },
      message: `${ANSWER} has more than 16,000,000 values`,
    },
    {
      label: 'more messages than fit in memory',
      respond: (_, response) => response.writeHead(200, PROTOBUF).end(MANY_MESSAGES),
      message: 'an answer of the API server in protobuf has more than 4,000,000 messages',
    },
    {
      label: 'a refusal without an end, which would be repeated if it were shorter',
      respond: (_, response) =>
        flood(response.writeHead(503, { 'retry-after': '0' }), Buffer.alloc(MIB, 'x')),
      message: `the answer of URL (503) to GET ${PODS} is larger than 4 MiB`,
    },
    {
      label: 'headers without an end',
      respond: (_, response) => {
        response.writeHead(200, { 'x-long': 'x'.repeat(80 * 1024) }).end('{}');
      },
      message: 'the head of an answer of URL is larger than 64 KiB',
    },
    {
      label: 'trailers without an end',
      respond: (_, response) => {
        response.writeHead(200, { ...JSON_HEADERS, trailer: 'x-long' });
        response.write('{}');
        response.addTrailers({ 'x-long': 'x'.repeat(80 * 1024) });
        response.end();
      },
      message: 'the head of an answer of URL is larger than 64 KiB',
    },
    {
      label: 'a line of a watch without an end',
      argv: ['pods', '-w'],
      respond: ({ path: asked }, response) => {
        if (!asked.includes('watch=')) json(response, { metadata: { resourceVersion: '1' }, items: [] });
        else flood(response.writeHead(200, JSON_HEADERS), Buffer.alloc(MIB, 'x'));
      },
      message: `a line of the watch of ${PODS} is larger than 32 MiB`,
    },
  ])(
    'ends the command with the name of the bound, and is not asked for again: $label',
    async ({ respond, argv = ['pods'], message }) => {
      const { exitCode, stderr, stdout, requests, url } = await runAgainst(respond, argv);
      // A busy machine says before that it waits.
      const error = stderr.split('\n').find((line) => line.startsWith('error: '));
      expect(error).toBe(`error: ${message.replace('URL', url)} [too-large]`);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(requests).toBe(argv.includes('-w') ? 2 : 1);
    },
    60_000,
  );

  const COUNT = Math.floor(10_000 / SHARE);
  it(`may be a list of ${COUNT} pods in one page`, async () => {
    const pod = (index: number): object => ({
      metadata: { name: `web-${index}`, uid: `${index}`, annotations: { text: 'x'.repeat(8000) } },
      spec: {
        containers: Array.from({ length: 3 }, (_, at) => ({
          name: `c${at}`,
          env: [{ name: 'A', value: 'b' }],
        })),
      },
      status: { phase: 'Running' },
    });
    const items = Array.from({ length: COUNT }, (_, index) => pod(index));
    const { exitCode, stdout } = await runAgainst(
      (_, response) => json(response, { metadata: { resourceVersion: '1' }, items }),
      ['pods', '--chunk-size=0', '-o', 'name'],
    );
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toHaveLength(COUNT + 1);
  });
});

/** A file of this size that takes no room. */
async function aSparseFile(name: string, bytes: number): Promise<string> {
  const file = path.join(folder.path, name);
  await writeFile(file, '');
  await truncate(file, bytes);
  return file;
}

describe('a file that passes a bound', () => {
  it.each([
    { flag: '-f', size: 16 * MIB + 1, argv: (file: string) => ['pods', '-f', file] },
    {
      flag: '--custom',
      size: 16 * MIB + 1,
      argv: (file: string) => ['web-1', '--image=b', '--custom', file],
    },
    { flag: '--kubeconfig', size: 16 * MIB + 1, argv: (file: string) => ['pods', '--kubeconfig', file] },
    {
      flag: '-o jsonpath-file',
      size: 16 * MIB + 1,
      argv: (file: string) => ['pods', '-o', `jsonpath-file=${file}`],
    },
    {
      flag: '--certificate-authority',
      size: 4 * MIB + 1,
      argv: (file: string) => ['pods', '-s', 'https://127.0.0.1:1', '--certificate-authority', file],
    },
    { flag: 'audit merge', size: 256 * MIB + 1, argv: (file: string) => ['audit', 'merge', file] },
  ])('is refused by the name of the bound: $flag', async ({ flag, size, argv }) => {
    const file = await aSparseFile(`large-${flag.replaceAll(/\W/g, '')}`, size);
    const kubeconfig = await folder.write('config', aKubeconfig({ server: 'http://127.0.0.1:1' }));
    const { exitCode, stderr } = await finish(startCommand(argv(file), { kubeconfig }));
    expect(stderr.split('\n')[0]).toBe(
      `error: the file ${file} is larger than ${(size - 1) / MIB} MiB [too-large]`,
    );
    expect(exitCode).not.toBe(0);
  });

  it.each([
    { label: 'a manifest', argv: ['pods', '-f', '/dev/zero'], most: '16 MiB' },
    { label: 'a kubeconfig', argv: ['pods', '--kubeconfig', '/dev/zero'], most: '16 MiB' },
    { label: 'a token', argv: ['pods'], most: '4 MiB', user: { tokenFile: '/dev/zero' } },
  ])('is read no further than the bound where it has no end: $label', async ({ argv, most, user }) => {
    const kubeconfig = await folder.write('config', aKubeconfig({ server: 'https://127.0.0.1:1' }, user));
    const { stderr } = await finish(startCommand(argv, { kubeconfig }));
    expect(stderr.split('\n')[0]).toBe(`error: the file /dev/zero is larger than ${most} [too-large]`);
  });

  it('is refused among many that are small, and on stdin', async () => {
    shareBounds('file', 'folder');
    const many = path.join(folder.path, 'many');
    await mkdir(many);
    for (let at = 0; at < 5; at += 1) await aSparseFile(`many/${at}.yaml`, (15 * MIB) / SHARE);
    const kubeconfig = await folder.write('config', aKubeconfig({ server: 'http://127.0.0.1:1' }));
    const { stderr } = await finish(startCommand(['pods', '-f', many], { kubeconfig }));
    expect(stderr.split('\n')[0]).toBe(`error: what -f ${many} names is larger than 64 MiB [too-large]`);
    const command = startCommand(['pods', '-f', '-'], { kubeconfig });
    const bytes = Buffer.alloc(MIB / SHARE, 'x');
    for (let at = 0; at < 17; at += 1) command.stdin.write(bytes);
    const fed = await finish(command);
    expect(fed.stderr.split('\n')[0]).toBe('error: what stdin gives is larger than 16 MiB [too-large]');
  });

  it.each([
    {
      label: 'aliases that multiply',
      text: laughs('users'),
      message: 'would be more than 64 MiB with its aliases expanded',
    },
    {
      label: 'lists in lists',
      text: `users: ${'['.repeat(100_000)}`,
      message: 'is nested more than 300 levels deep',
    },
    {
      label: 'maps in maps',
      text: Array.from({ length: 2000 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
      message: 'is nested more than 300 levels deep',
    },
  ])(
    'is refused where it is a kubeconfig with $label',
    async ({ text, message }) => {
      const kubeconfig = await folder.write('config.yaml', text);
      const { stderr } = await finish(startCommand(['pods'], { kubeconfig }));
      expect(stderr.split('\n')[0]).toBe(`error: the kubeconfig ${kubeconfig} ${message} [too-large]`);
    },
    60_000,
  );

  it('may be a manifest with a large secret', async () => {
    const text = `apiVersion: v1\nkind: Pod\nmetadata: {name: web-1}\ndata: "${'x'.repeat((IS_SOAK ? 8 : 1) * MIB)}"\n`;
    const file = await folder.write('secret.yaml', text);
    const respond: Responder = (_, response) =>
      json(response, {
        metadata: { name: 'web-1', namespace: 'default' },
        spec: { containers: [] },
        status: {},
      });
    const { stdout, exitCode } = await runAgainst(respond, ['pods', '-f', file, '-o', 'name']);
    expect({ stdout, exitCode }).toEqual({ stdout: 'pod/web-1\n', exitCode: 0 });
  });
});

function laughs(name: string): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]`,
  );
  return ['a0: &a0 [lol]', ...levels, `${name}: *a9`].join('\n');
}

describe('a session whose server sends a message that passes a bound', () => {
  it.each([
    {
      label: 'in one piece',
      send: [{ bytes: frame(1, Buffer.alloc(5 * MIB)), fin: true }],
      why: 'a message of the server is larger than 4 MiB',
    },
    {
      label: 'in large fragments',
      send: Array.from({ length: 6 }, () => ({ bytes: Buffer.alloc(MIB, 1), fin: false })),
      why: 'a message of the server is larger than 4 MiB',
    },
    {
      label: 'in small fragments',
      send: Array.from({ length: 16_390 }, () => ({ bytes: Buffer.alloc(1, 1), fin: false })),
      why: 'a message of the server has more than 16,384 fragments',
    },
  ])('is told by the name of the bound: $label', async ({ send, why }) => {
    const cluster = await aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        serve: (socket) => {
          for (const { bytes, fin } of send) socket.send(bytes, { binary: true, fin });
        },
      }),
    });
    const command = cluster.start(
      ['web-1', '--image=busybox', '-c', 'dbg', '-it', '-q', '--target=', '--no-reconnect'],
      {
        isTerminal: true,
      },
    );
    expect(await command.ended).toBe(125);
    expect(command.stderrText()).toContain(why);
  });
});
