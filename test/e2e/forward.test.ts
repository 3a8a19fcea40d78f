import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { APP_IMAGE, DEBUG_IMAGE, ECHO_IMAGE } from './environment.ts';
import { createNamespace, type Namespace } from './fixture.ts';
import { openForwarder } from './forwarder.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram, startProgram, type RunningProgram } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';

const MIB = 1024 * 1024;
const USER = 'reader-of-pods';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('forward');
  const nc = (port: number, ...command: readonly string[]) => ({
    name: `nc-${port}`,
    image: DEBUG_IMAGE,
    command: ['nc', '-ll', '-p', String(port), '-e', ...command],
  });
  const echo = ECHO_IMAGE === undefined ? nc(7000, 'cat') : { name: 'echo', image: ECHO_IMAGE };
  await namespace.create([
    {
      metadata: { name: 'echo', labels: { app: 'echo' } },
      spec: { terminationGracePeriodSeconds: 0, containers: [echo, nc(7001, 'wc', '-c')] },
    },
  ]);
  await apply(
    service('echo', [
      { name: 'echo', port: 80, targetPort: 7000 },
      { name: 'dns', port: 53, protocol: 'UDP' },
    ]),
  );
  await apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: USER },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list', 'watch'] }],
  });
  await apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: USER },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: USER },
    subjects: [{ kind: 'User', name: USER, apiGroup: 'rbac.authorization.k8s.io' }],
  });
  await untilRightsAreKnown(namespace.name);
});
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  endPrograms();
});
afterAll(() => namespace.remove());

const apply = (object: object): Promise<string> =>
  kubectl(['apply', '-n', namespace.name, '-f', '-'], JSON.stringify(object));

const service = (name: string, ports: readonly object[]) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { selector: { app: name }, ports },
});

interface Forward {
  readonly program: RunningProgram;
  readonly port: number;
}

/** Starts a forward of one port, and waits until it listens on any free one: a port that is chosen before may be taken by then. */
async function forward(target: string, remote: string, ...flags: readonly string[]): Promise<Forward> {
  const program = startProgram(['forward', target, `:${remote}`, '-n', namespace.name, ...flags]);
  return { program, port: await program.localPort() };
}

function dial(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  return socket;
}

/** Sends the bytes, and returns the hash of as many that come back. */
async function echo(port: number, bytes: Buffer): Promise<string> {
  const socket = dial(port);
  const hash = createHash('sha256');
  let count = 0;
  socket.write(bytes);
  for await (const chunk of socket) {
    hash.update(chunk as Buffer);
    count += (chunk as Buffer).length;
    if (count >= bytes.length) break;
  }
  return `${count} ${hash.digest('hex')}`;
}

// The queue of busybox's nc has room for one connection.
describe.skipIf(ECHO_IMAGE === undefined)('a thousand connections', () => {
  it.each([
    { label: 'of a MiB each, fifty at a time', size: MIB, atOnce: 50 },
    { label: 'at once', size: 1000, atOnce: 1000 },
  ])('echo $label, byte for byte', { timeout: 600_000 }, async ({ size, atOnce }) => {
    const { program, port } = await forward('svc/echo', 'echo');
    const bytes = randomBytes(size);
    const expected = `${size} ${createHash('sha256').update(bytes).digest('hex')}`;
    const answers: string[] = [];
    const work = async (): Promise<void> => {
      while (answers.length < 1000) {
        const place = answers.push('') - 1;
        answers[place] = await echo(port, bytes);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(answers.filter((answer) => answer !== expected)).toEqual([]);
    program.kill('SIGINT');
    const { exitCode, stderr } = await program.ended;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `using ${namespace.name}/echo of service/echo\n`,
    });
  });
});

it('passes the end of the input on through a debug container', async () => {
  const { program, port } = await forward('echo', 'localhost:7001', `--image=${DEBUG_IMAGE}`);
  await program.waitFor('stderr', /^added debug container "debugger-.*" to /);
  const socket = dial(port);
  socket.end(Buffer.alloc(100_000));
  const [count] = (await once(socket, 'data')) as [Buffer];
  expect(count.toString().trim()).toBe('100000');
  await once(socket, 'end');
});

/** The status of one request, on a connection of its own. */
function get(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      })
      .on('error', reject);
  });
}

it.skipIf(APP_IMAGE === undefined)('loses no request while a deployment rolls out', async () => {
  const labels = { app: 'web' };
  const container = {
    name: 'app',
    image: APP_IMAGE,
    imagePullPolicy: 'IfNotPresent',
    ports: [{ name: 'http', containerPort: 8080 }],
    readinessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 1 },
    // As a program that drains: the kubelet ends it a little after it is out of the endpoints.
    lifecycle: { preStop: { sleep: { seconds: 10 } } },
  };
  await apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  });
  const rollout = (...words: readonly string[]) =>
    kubectl(['rollout', ...words, 'deploy/web', '-n', namespace.name]);
  await rollout('status');
  const { program, port } = await forward('deploy/web', 'http');
  const over = new AbortController();
  const codes: (number | string)[] = [];
  const asking = (async () => {
    while (!over.signal.aborted)
      codes.push(
        await get(port).catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
      );
  })();
  await rollout('restart');
  await rollout('status');
  await program.waitFor('stderr', /forwarding to .*web-.* now/);
  await sleep(3000);
  over.abort();
  await asking;
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => code !== 200)).toEqual([]);
});

it('resets what is open when the way to the API server is cut, and goes on when it is there again', async () => {
  const forwarder = await openForwarder();
  const { program, port } = await forward('echo', '7000', ...forwarder.flags);
  const open = dial(port);
  open.write('before');
  await once(open, 'data');
  const lost = new Promise((resolve) => open.on('error', resolve));
  forwarder.cut();
  expect(await lost).toMatchObject({ code: 'ECONNRESET' });
  await program.waitFor(
    'stderr',
    /^Warning: 1 connection to pod \S+\/echo was cut: .* \[connection-lost\]$/m,
  );
  const waiting = echo(port, Buffer.from('meanwhile'));
  await sleep(1000);
  forwarder.mend();
  expect(await waiting).toMatch(/^9 /);
  await program.waitFor('stderr', /^forwarding to \S+\/echo again$/m);
});

it.each([
  {
    label: 'a port of UDP',
    argv: ['svc/echo', 'dns'],
    exitCode: 2,
    stderr: /it is UDP, and Kubernetes forwards TCP only/,
  },
  {
    label: 'a port that the service lacks',
    argv: ['svc/echo', '443'],
    exitCode: 1,
    stderr: /its ports: echo \(80\)/,
  },
  {
    label: 'who may not forward ports',
    argv: ['echo', ':7000', `--as=${USER}`],
    exitCode: 1,
    stderr: /cannot forward ports of pod .*\/echo: .*pods\/portforward.*\[forbidden\]/,
  },
])('refuses $label before anything listens', async ({ argv, exitCode, stderr }) => {
  const result = await runProgram(['forward', ...argv, '-n', namespace.name]);
  expect(result).toMatchObject({ exitCode, stdout: '' });
  expect(result.stderr).toMatch(stderr);
});
