import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { terminated } from '../builders/a-pod.ts';
import { finish, type RunningCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';
import {
  aFaultyCluster,
  frame,
  type FaultyCluster,
  type FaultyOptions,
  type UpgradeFault,
} from './a-faulty-cluster.ts';

/** The kubelet of these tests runs no envelope. */
const COMMAND = ['web-1', '--image=busybox', '-c', 'dbg', '-iq', '--envelope=false', '--', 'cat'];
const NOT_FOUND = 'container dbg not found in pod web-1_default';

function answer(status: string, body = '', headers: readonly string[] = []): UpgradeFault {
  const lines = [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body];
  return { kind: 'answer', text: lines.join('\r\n') };
}

function aStatus(code: number, reason: string, message: string): string {
  return JSON.stringify({
    kind: 'Status',
    status: 'Failure',
    code,
    reason,
    message,
    details: { name: 'web-1', kind: 'pods' },
  });
}

function answerVersion(version: object): NonNullable<FaultyOptions['hook']> {
  return ({ path }) => (path === '/version' ? { status: 200, body: version } : undefined);
}

/** What a v5 server sends when the node has said no. */
function refuse(socket: WebSocket, message: string): void {
  socket.send(frame(1));
  const text = `Internal error occurred: unable to upgrade connection: ${message}`;
  socket.send(
    frame(3, { metadata: {}, status: 'Failure', reason: 'InternalError', code: 500, message: text }),
  );
  socket.close(1000);
}

describe('an attach that the server does not open', () => {
  it.each<{
    readonly label: string;
    readonly fault: UpgradeFault;
    readonly kind: string;
    readonly says: string;
  }>([
    {
      label: 'a refusal without a body, as of a server that knows neither v4 nor v5',
      fault: answer('403 Forbidden'),
      kind: 'upgrade-refused',
      says: 'it answered 403',
    },
    {
      label: 'a refusal for a role that has only get',
      fault: answer('403 Forbidden', aStatus(403, 'Forbidden', 'pods "web-1" is forbidden: ')),
      kind: 'forbidden',
      says: '--for=debug -o yaml > rights.yaml',
    },
    {
      label: 'a refusal for a role that has only create',
      fault: answer(
        '403 Forbidden',
        aStatus(403, 'Forbidden', 'User "dev" cannot get resource "pods/attach"'),
      ),
      kind: 'forbidden',
      says: '--for=debug -o yaml > rights.yaml',
    },
    {
      label: 'a page in place of an upgrade',
      fault: answer('200 OK', '<html>'),
      kind: 'upgrade-refused',
      says: 'it answered 200',
    },
    {
      label: 'a gateway that has lost its server',
      fault: answer('502 Bad Gateway', '<html>', ['Content-Type: text/html']),
      kind: 'upgrade-refused',
      says: 'it answered 502',
    },
    {
      label: 'a proxy that does not understand',
      fault: answer('400 Bad Request', 'what?'),
      kind: 'upgrade-refused',
      says: 'it answered 400',
    },
    {
      label: 'text in place of HTTP',
      fault: { kind: 'answer', text: 'go away\r\n\r\n' },
      kind: 'unreachable',
      says: 'cannot reach the API server',
    },
    {
      label: 'a server that has too much to do',
      fault: answer('429 Too Many Requests', aStatus(429, 'TooManyRequests', 'too many requests'), [
        'Retry-After: 1',
      ]),
      kind: 'throttled',
      says: 'too many requests',
    },
    {
      label: 'another protocol',
      fault: { kind: 'socket', protocol: 'v3.channel.k8s.io', serve: () => undefined },
      kind: 'upgrade-refused',
      says: 'subprotocol',
    },
    {
      label: 'no protocol',
      fault: { kind: 'socket', protocol: false, serve: () => undefined },
      kind: 'upgrade-refused',
      says: 'subprotocol',
    },
  ])('is an error of kind $kind: $label', async ({ fault, kind, says }) => {
    const cluster = await aFaultyCluster({ upgrade: () => fault });
    const { exitCode, stdout, stderr } = await finish(cluster.start(COMMAND));
    expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
    expect(stderr).toMatch(new RegExp(String.raw`^error: .+ \[${kind}\]\n(hint: .+\n)?$`));
    expect(stderr).toContain(says);
  });

  it.each([
    { label: 'is forbidden', fault: answer('403 Forbidden', aStatus(403, 'Forbidden', 'no')) },
    { label: 'is refused by a proxy', fault: answer('200 OK', '<html>') },
  ])('tells where the container is that was left behind when it $label', async ({ fault }) => {
    const cluster = await aFaultyCluster({ upgrade: () => fault });
    const { stderr } = await finish(cluster.start(COMMAND));
    expect(stderr).toContain(
      'debug container "dbg" is left in default/web-1; what it prints: kubectl logs web-1 -n default -c dbg\n',
    );
  });

  it('is tried again when the server has too much to do for a moment', async () => {
    const busy = aStatus(429, 'TooManyRequests', 'too many requests');
    const cluster = await aFaultyCluster({
      upgrade: (count) =>
        count < 3
          ? answer('429 Too Many Requests', busy, ['Retry-After: 2'])
          : {
              kind: 'socket',
              serve: (socket) => socket.on('message', () => socket.send(frame(1, 'heard'))),
            },
    });
    const command = cluster.start(['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg'], {
      isTerminal: true,
    });
    await command.untilStdout('heard');
    expect(cluster.attaches()).toBe(3);
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });
});

/** What a proxy answers that does not pass WebSockets on. */
const REFUSALS: readonly { readonly label: string; readonly fault: UpgradeFault }[] = [
  { label: 'a page', fault: answer('200 OK', '<html>') },
  { label: 'an error of a gateway', fault: answer('502 Bad Gateway', '<html>', ['Content-Type: text/html']) },
  { label: 'a refusal in plain text', fault: answer('400 Bad Request', 'no upgrades here') },
  { label: 'another protocol', fault: { kind: 'socket', protocol: false, serve: () => undefined } },
];

describe('a proxy that answers an attach with', () => {
  it.each(REFUSALS)('$label has the log shown, and the person told', async ({ fault }) => {
    const cluster = await aFaultyCluster({ upgrade: () => fault });
    const command = cluster.start(
      ['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg', '--', 'top'],
      {
        isTerminal: true,
      },
    );
    await command.untilStderr('is shown instead');
    cluster.container.print('from the log\n');
    await command.untilStdout('from the log\n');
    expect(command.rawModes).toEqual([]);
    cluster.container.exit(7);
    expect(await command.ended).toBe(7);
    expect(command.stderrText()).toMatch(
      / does not open a Kubernetes WebSocket: .*; the log of "dbg" is shown instead, .*\n/,
    );
  });
});

describe('a node that cannot translate v5 for its runtime', () => {
  const MISMATCH = 'http: server gave HTTP response to HTTPS client';
  const TERMINAL = ['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg'];

  it('is spoken to by v4', async () => {
    const offers: (string | undefined)[] = [];
    const cluster = await aFaultyCluster({
      upgrade: (count, offered) => {
        offers.push(offered);
        return count === 1
          ? { kind: 'socket', serve: (socket) => refuse(socket, MISMATCH) }
          : {
              kind: 'socket',
              protocol: 'v4.channel.k8s.io',
              serve: (socket) => socket.on('message', () => socket.send(frame(1, 'heard'))),
            };
      },
    });
    const command = cluster.start(TERMINAL, { isTerminal: true });
    await command.untilStdout('heard');
    expect(offers).toEqual(['v5.channel.k8s.io,v4.channel.k8s.io', 'v4.channel.k8s.io']);
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });

  it.each<{ readonly label: string; readonly fault: UpgradeFault }>([
    { label: 'by a Status', fault: { kind: 'socket', serve: (socket) => refuse(socket, MISMATCH) } },
    { label: 'in place of the upgrade', fault: answer('500 Internal Server Error', MISMATCH) },
  ])('has the log shown when v4 fails as well ($label)', async ({ fault }) => {
    const v5: UpgradeFault = { kind: 'socket', serve: (socket) => refuse(socket, MISMATCH) };
    const cluster = await aFaultyCluster({ upgrade: (count) => (count === 1 ? v5 : fault) });
    const command = cluster.start(TERMINAL, { isTerminal: true });
    await command.untilStderr('is shown instead');
    cluster.container.print('from the log\n');
    cluster.container.exit(3);
    expect(await command.ended).toBe(3);
    expect(command.stdoutText()).toContain('from the log\n');
  });
});

/** The two ways in which a server tells that there is no process to attach to. */
const NOBODY_THERE: readonly { readonly label: string; readonly fault: UpgradeFault }[] = [
  { label: 'v5: by a Status', fault: { kind: 'socket', serve: (socket) => refuse(socket, NOT_FOUND) } },
  { label: 'v4: in place of the upgrade', fault: answer('500 Internal Server Error', NOT_FOUND) },
];

describe('an attach that finds no process', () => {
  it.each(NOBODY_THERE)('is tried again until there is one ($label)', async ({ fault }) => {
    const cluster = await aFaultyCluster({
      upgrade: (count) =>
        count < 4
          ? fault
          : {
              kind: 'socket',
              serve: (socket) => {
                socket.on('message', (data: Buffer) => socket.send(frame(1, data.subarray(1))));
              },
            },
    });
    const command = cluster.start(['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg'], {
      isTerminal: true,
    });
    await until(() => cluster.attaches() === 4, command.stderrText);
    command.stdin.write('typed');
    await command.untilStdout('typed');
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });

  it.each(NOBODY_THERE)('because it has ended shows its log ($label)', async ({ fault }) => {
    const made = aFaultyCluster({
      upgrade: (count) => {
        void made.then(({ container }) => {
          if (count > 1) return;
          container.print('quick\n');
          container.exit(5);
        });
        return fault;
      },
    });
    const cluster = await made;
    const command = cluster.start(COMMAND);
    expect(await finish(command)).toEqual({ exitCode: 5, stdout: 'quick\n', stderr: '' });
  });

  it.each([
    { label: 'a command', argv: COMMAND, isTerminal: false, end: '\n' },
    { label: 'a terminal', argv: ['-it', ...COMMAND, '-t'], isTerminal: true, end: '\r\n' },
  ])('because it has ended shows the rest of a log that was shown before: $label', async (row) => {
    const shown = `early${row.end}`;
    const made: Promise<FaultyCluster> = aFaultyCluster({
      upgrade: () => ({
        kind: 'socket',
        serve: (socket) => {
          void made.then(async ({ container }) => {
            container.print('early\n');
            await (await started).untilStdout(shown);
            container.print('late\n');
            container.exit(5);
            refuse(socket, 'error attaching to container: container is in CONTAINER_EXITED state');
          });
        },
      }),
    });
    const started: Promise<RunningCommand> = made.then((cluster) =>
      cluster.start(row.argv, { isTerminal: row.isTerminal }),
    );
    const { exitCode, stdout, stderr } = await finish(await started);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 5,
      stdout: `${shown}late${row.end}`,
      stderr: row.isTerminal ? expect.any(String) : '',
    });
  });

  it.each(NOBODY_THERE)('for too long though it runs is a lost connection ($label)', async ({ fault }) => {
    const cluster = await aFaultyCluster({ upgrade: () => fault });
    const { exitCode, stderr } = await finish(cluster.start(COMMAND));
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(
      /^error: lost the connection to .*container dbg not found.* \[connection-lost\]\nhint: .+\n$/,
    );
  });
});

describe('a server that knows only v4', () => {
  const serveV4 = (received: Buffer[]): UpgradeFault => ({
    kind: 'socket',
    protocol: 'v4.channel.k8s.io',
    serve: (socket) => {
      socket.on('message', (data: Buffer) => received.push(data));
      socket.send(frame(1, 'line\n'));
    },
  });

  it('is not given a container for a pipe when its version tells', async () => {
    const cluster = await aFaultyCluster({ hook: answerVersion({ major: '1', minor: '28+' }) });
    const command = cluster.start(COMMAND);
    command.stdin.end('input');
    const { exitCode, stderr } = await finish(command);
    expect(exitCode).toBe(125);
    expect(stderr).toMatch(/^error: cannot send a pipe to .*1\.28\+.* \[stdin-unsupported\]\nhint: .+\n$/);
    const pod = cluster.playground.getPod({ namespace: 'default', name: 'web-1' });
    expect(pod?.spec.ephemeralContainers ?? []).toEqual([]);
  });

  it('gets nothing of a pipe, whose end it could not pass on', async () => {
    const received: Buffer[] = [];
    const cluster = await aFaultyCluster({ upgrade: () => serveV4(received) });
    const command = cluster.start(COMMAND);
    command.stdin.end('input');
    const { exitCode, stdout, stderr } = await finish(command);
    expect({ exitCode, stdout, received }).toEqual({ exitCode: 125, stdout: '', received: [] });
    expect(stderr).toMatch(/^error: cannot send a pipe to .* \[stdin-unsupported\]\nhint: .+\n$/);
  });

  it('serves a terminal as any other', async () => {
    const received: Buffer[] = [];
    const cluster = await aFaultyCluster({ upgrade: () => serveV4(received) });
    const command = cluster.start(['-it', 'web-1', '--image=busybox', '--target=', '-c', 'dbg'], {
      isTerminal: true,
    });
    await command.untilStdout('line');
    command.stdin.write('ls\n');
    await until(() => received.some((message) => message.equals(frame(0, 'ls\n'))), command.stderrText);
    command.deliver('SIGTERM');
    expect(await command.ended).toBe(143);
  });
});

it('adds one container though the server was overloaded at first', async () => {
  let refusals = 0;
  const cluster = await aFaultyCluster({
    hook: ({ method }) => {
      if (method !== 'PATCH' || refusals === 2) return undefined;
      refusals += 1;
      return {
        status: 429,
        body: aStatus(429, 'TooManyRequests', 'slow down'),
        headers: { 'Retry-After': '1' },
      };
    },
  });
  const command = cluster.start(COMMAND);
  await until(() => cluster.container.clients() > 0, command.stderrText);
  cluster.container.report(terminated(0));
  cluster.container.endStreams();
  expect(await command.ended).toBe(0);
  expect(refusals).toBe(2);
  const { ephemeralContainers } =
    cluster.playground.getPod({ namespace: 'default', name: 'web-1' })?.spec ?? {};
  expect(ephemeralContainers).toHaveLength(1);
});

it.each([
  { signal: 'SIGINT', exitCode: 130 },
  { signal: 'SIGTERM', exitCode: 143 },
] as const)(
  'says what may have been created when $signal comes before the answer',
  async ({ signal, exitCode }) => {
    const cluster = await aFaultyCluster({
      hook: ({ method }) => (method === 'PATCH' ? new Promise<never>(() => undefined) : undefined),
    });
    const command = cluster.start(COMMAND);
    await until(
      () => cluster.playground.requests.some(({ method }) => method === 'PATCH'),
      command.stderrText,
    );
    command.deliver(signal);
    const { exitCode: ended, stderr } = await finish(command);
    expect(ended).toBe(exitCode);
    expect(stderr).toBe(
      'Warning: debug container "dbg" may have been added to pod default/web-1; if so, to join it: kubectl-debug attach web-1 -n default -c dbg\n',
    );
  },
);
