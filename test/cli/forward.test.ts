import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Hook } from '../../playground/hook.ts';
import {
  finish,
  type CommandOptions,
  type CommandResult,
  type RunningCommand,
} from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

const ROOT = '/api/v1/namespaces/default/services';
const service = (name: string, spec: object) => ({
  kind: 'Service',
  metadata: { name, namespace: 'default' },
  spec,
});

/** The services of the cluster; the port of the program under test is in them. */
let services: ReadonlyMap<string, object> = new Map();
const hook: Hook = ({ path }) => {
  const body = services.get(path);
  return body === undefined ? undefined : { status: 200, body };
};

let cluster: RunPlayground;
let program: Server;
let port: number;
const open: RunningCommand[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  cluster = await runPlayground(hook);
  program = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (line: Buffer) => socket.write(`heard ${line.toString()}`));
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  port = (program.address() as AddressInfo).port;
  services = new Map([
    [
      `${ROOT}/web`,
      service('web', {
        selector: { app: 'web' },
        ports: [
          { name: 'http', port: 80, targetPort: port },
          { name: 'dns', port: 53, protocol: 'UDP' },
        ],
      }),
    ],
    [`${ROOT}/bare`, service('bare', { ports: [{ port: 5432 }] })],
  ]);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const command of open.splice(0)) {
    command.deliver('SIGINT');
    await command.ended;
  }
});
afterAll(async () => {
  program.close();
  await cluster.close();
});

function forward(argv: readonly string[], options?: Partial<CommandOptions>): RunningCommand {
  const command = cluster.start(['forward', '--address=127.0.0.1', ...argv], options);
  open.push(command);
  return command;
}

/** The local port of the line about a remote one. */
async function localPort(command: RunningCommand, remote = port): Promise<number> {
  await command.untilStdout(` -> ${remote}\n`);
  const found = new RegExp(`^Forwarding from 127\\.0\\.0\\.1:(\\d+) -> ${remote}$`, 'm').exec(
    command.stdoutText(),
  );
  return Number(found?.[1]);
}

function dial(local: number): Socket {
  const socket = connect({ port: local, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  return socket;
}

/** What the program answers; rejects if the connection is reset. */
async function ask(local: number, question: string): Promise<string> {
  const socket = dial(local);
  socket.write(question);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.on('error', () => undefined).end();
  return answer.toString();
}

const tunnels = (): readonly string[] =>
  cluster.playground.requests.flatMap(({ path }) => /pods\/(.*)\/portforward/.exec(path)?.[1] ?? []);

it('leads connections to a port of the pod, many at once, and ends at Ctrl-C', async () => {
  const pod = await cluster.makePod();
  const command = forward([pod, `:${port}`]);
  const local = await localPort(command);
  const questions = Array.from({ length: 20 }, (_, index) => `question ${index}`);
  const answers = await Promise.all(questions.map((question) => ask(local, question)));
  expect(answers).toEqual(questions.map((question) => `heard ${question}`));
  const stays = dial(local);
  stays.write('stay');
  await once(stays, 'data');
  const reset = new Promise((resolve) => stays.on('error', resolve));
  command.deliver('SIGINT');
  expect(await finish(command)).toEqual({
    exitCode: 0,
    stdout: `Forwarding from 127.0.0.1:${local} -> ${port}\n`,
    stderr: '1 open connection was cut\n',
  });
  expect(await reset).toMatchObject({ code: 'ECONNRESET' });
  await expect(ask(local, 'too late')).rejects.toThrow('ECONNREFUSED');
});

it('takes the next pod of a service when the one that is forwarded to is deleted', async () => {
  for (const name of ['old-1', 'old-2']) await cluster.makePod(undefined, { name, labels: { app: 'web' } });
  const command = forward(['svc/web', ':http']);
  const local = await localPort(command);
  expect(await ask(local, 'one')).toBe('heard one');
  expect(command.stderrText()).toMatch(/^using default\/old-[12] of service\/web\n$/);
  const [first = ''] = tunnels().slice(-1);
  const other = first === 'old-1' ? 'old-2' : 'old-1';
  await cluster.playground.deletePod({ namespace: 'default', name: first }, 0);
  await command.untilStderr(`forwarding to default/${other} now`);
  expect(await ask(local, 'two')).toBe('heard two');
  expect(tunnels().at(-1)).toBe(other);
});

it('lets a connection wait for a pod, and says so once', async () => {
  await cluster.makePod(undefined, { name: 'lone', labels: { made: 'alone' } });
  const command = forward(['lone', `:${port}`]);
  const local = await localPort(command);
  await cluster.playground.deletePod({ namespace: 'default', name: 'lone' }, 0);
  await command.untilStderr('pod default/lone is gone; waiting up to 60s for a pod of this name\n');
  const answer = ask(local, 'patient');
  await cluster.makePod(undefined, { name: 'lone' });
  expect(await answer).toBe('heard patient');
  expect(command.stderrText()).toMatch(/^pod default\/lone is gone.*\nforwarding to default\/lone now\n$/);
});

it('ends when a pod that nothing replaces is gone', async () => {
  await cluster.makePod(undefined, { name: 'single' });
  const command = forward(['single', `:${port}`, '--pod-running-timeout=50ms']);
  await localPort(command);
  await cluster.playground.deletePod({ namespace: 'default', name: 'single' }, 0);
  const { exitCode, stderr } = await finish(command);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    'error: pod default/single is gone, and no pod of this name ran within 0s [pod-replaced]\n',
  );
});

it('resets a connection to a port where nothing listens, and says why once', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: free } = closed.address() as AddressInfo;
  closed.close();
  const pod = await cluster.makePod();
  const command = forward([pod, `:${free}`]);
  const local = await localPort(command, free);
  await Promise.all([1, 2, 3].map(() => expect(ask(local, 'anybody')).rejects.toThrow('ECONNRESET')));
  // One line, or another one for a connection that a busy machine refused later.
  const refused = `Warning: nothing listens on port ${free} of pod default/${pod}`;
  const lineOf = new RegExp(`^${refused}(?: \\((\\d) connections\\))? \\[port-closed\\]$`);
  const counts = (): number[] =>
    command
      .stderrText()
      .split('\n')
      .flatMap((line) => lineOf.exec(line)?.slice(1) ?? [])
      .map((count: string | undefined) => Number(count ?? 1));
  await until(() => counts().reduce((sum, count) => sum + count, 0) === 3, command.stderrText);
  const others = command
    .stderrText()
    .split('\n')
    .filter((line) => !lineOf.test(line));
  expect(others).toEqual([
    `hint: to see which ports are open: kubectl-debug ${pod} -n default -- netstat -ltn`,
    '',
  ]);
});

it('takes the only port that a service has for TCP', async () => {
  await cluster.makePod(undefined, { name: 'web-of-svc', labels: { app: 'web' } });
  const command = forward(['svc/web', '--address=127.0.0.7']);
  await command.untilStderr('port http (80) is the only one of service "web"\n');
  open.splice(0);
  command.deliver('SIGINT');
  await command.ended;
});

it.each([
  { signal: 'SIGTERM', exitCode: 143 },
  { signal: 'SIGHUP', exitCode: 129 },
] as const)('exits with $exitCode at $signal', async ({ signal, exitCode }) => {
  const command = forward([await cluster.makePod(), `:${port}`]);
  await localPort(command);
  command.deliver(signal);
  expect(await finish(command)).toMatchObject({ exitCode, stderr: '' });
});

it('exits with 130 at a Ctrl-C before it forwards anything', async () => {
  await cluster.makePod({ kind: 'scripted', status: { phase: 'Pending' } }, { name: 'late' });
  const command = forward(['late', `:${port}`]);
  await until(
    () => cluster.playground.requests.some(({ path }) => path.endsWith('/pods/late')),
    () => 'a look at the pod',
  );
  command.deliver('SIGINT');
  expect(await finish(command)).toMatchObject({ exitCode: 130, stdout: '' });
});

const refused = async (argv: readonly string[], options?: Partial<CommandOptions>): Promise<CommandResult> =>
  finish(cluster.start(['forward', ...argv], options));

it.each([
  { argv: [], exitCode: 2, stderr: /^error: no pod is named \[usage\]/ },
  { argv: ['8080:80'], exitCode: 2, stderr: /"8080:80" is a port \[usage\]\nhint: .*forward TARGET 8080:80/ },
  { argv: ['web-x', '53/udp'], exitCode: 2, stderr: /cannot forward 53\/udp: it is UDP, and Kubernetes/ },
  { argv: ['web-x', '80', '--', 'ls'], exitCode: 2, stderr: /forward runs no command/ },
  { argv: ['web-x', '80', '-m', 'x'], exitCode: 2, stderr: /--image is about a debug container/ },
  { argv: ['web-x', '80', '--max-life=1h'], exitCode: 2, stderr: /--max-life is about a debug container/ },
  { argv: ['web-x', '80', '--pod-running-timeout=0'], exitCode: 2, stderr: /must be longer than 0/ },
  { argv: ['web-x', '80', '--address='], exitCode: 2, stderr: /--address names no address/ },
  { argv: ['node/n1', '80'], exitCode: 2, stderr: /cannot forward to "node\/n1"/ },
  {
    argv: ['no-such-pod', '80'],
    exitCode: 1,
    stderr: /no pod "no-such-pod" in namespace "default" \[not-found\]/,
  },
  {
    argv: ['svc/nowhere', '80'],
    exitCode: 1,
    stderr: /no service "nowhere" in namespace "default" \[not-found\]/,
  },
  { argv: ['svc/bare', '80'], exitCode: 1, stderr: /has no selector, .*\nhint: .*forward POD :bare:5432/ },
  { argv: ['svc/web', 'dns'], exitCode: 2, stderr: /port named "dns" of service "web": it is UDP/ },
  {
    argv: ['svc/web', '443'],
    exitCode: 1,
    stderr: /service "web" has no port 443 .*\nhint: its ports: http \(80\)/,
  },
  {
    argv: ['web-of-svc', '8080', '8080'],
    exitCode: 2,
    stderr: /two of the ports would listen on 127.0.0.1:8080/,
  },
  {
    argv: ['web-of-svc'],
    exitCode: 1,
    stderr: /declares no TCP port.*\nhint: .*forward web-of-svc -n default/,
  },
])('refuses forward $argv', async ({ argv, exitCode, stderr }) => {
  const result = await refused(argv);
  expect(result).toMatchObject({ exitCode, stdout: '' });
  expect(result.stderr).toMatch(stderr);
});

it('says that a local port is taken before it prints anything', async () => {
  const pod = await cluster.makePod();
  const result = await refused([pod, `${port}:80`, '--address=127.0.0.1']);
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(
    `cannot listen on 127.0.0.1:${port}: another program listens there [listen-failed]`,
  );
});

it('says at once who may not forward ports', async () => {
  const pod = await cluster.makePod();
  const result = await refused([pod, ':80'], { kubeconfig: cluster.kubeconfigs.viewer });
  expect(result).toMatchObject({ exitCode: 1, stdout: '' });
  expect(result.stderr).toMatch(/^error: cannot forward ports of pod default\/.*\[forbidden\]/);
});
