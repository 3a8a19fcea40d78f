import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { HookAnswer } from '../../playground/hook.ts';
import { connect } from '../../src/cluster/connect/connect.ts';
import { isCliError } from '../../src/errors/cli-error.ts';
import { toError } from '../../src/errors/error-text.ts';
import { openPodPorts } from '../../src/forward/tunnel/open-pod-ports.ts';
import type { Way } from '../../src/forward/way.ts';
import { anIo } from '../builders/an-io.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

let run: RunPlayground;
/** How the API server answers the next port-forwards. */
let answer: (method: string) => HookAnswer | undefined = () => undefined;

beforeAll(async () => {
  run = await runPlayground(({ path, method }) =>
    path.endsWith('/portforward') ? answer(method) : undefined,
  );
});

afterAll(() => run.close());

/** A server that no API server tunnels SPDY through WebSockets for: one before Kubernetes 1.31. */
const OLD_SERVER = (method: string): HookAnswer | undefined =>
  method === 'GET' ? { status: 403, body: '' } : undefined;

/** A way into a new pod; it ends with the test. */
async function openWay(hook = answer, impersonateGroups: readonly string[] = []): Promise<Way> {
  answer = hook;
  const name = await run.makePod();
  const options = {
    kubeconfig: run.kubeconfigs.admin,
    ...(impersonateGroups.length > 0 && { impersonate: 'jane', impersonateGroups }),
  };
  const fake = anIo({ clock: 'real' });
  const cluster = await connect({ ...fake.io, random: () => Math.random() }, options);
  const way = openPodPorts(
    { io: fake.io, cluster },
    { namespace: 'default', name },
    new AbortController().signal,
  );
  onTestFinished(() => {
    way.close();
    cluster.close();
    answer = () => undefined;
  });
  return way;
}

/** A program in the pod: a server of this machine, whose network the playground's pods share. Returns its port. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const echo = (socket: Socket): void => void socket.pipe(socket);

/** Sends bytes to a server that echoes, and returns the checksum of what comes back. */
async function sumOfEcho(duplex: Duplex, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  duplex.write(bytes);
  let missing = bytes.length;
  for await (const chunk of duplex as AsyncIterable<Buffer>) {
    hash.update(chunk);
    missing -= chunk.length;
    if (missing <= 0) break;
  }
  return hash.digest('hex');
}

const failure = (duplex: Duplex): Promise<Error> =>
  new Promise((resolve) => duplex.on('error', resolve).resume());

describe.each([
  ['a WebSocket', () => undefined],
  ['an upgrade to SPDY', OLD_SERVER],
])('ports of a pod over %s', (_label, hook) => {
  it('carry many bytes in both directions at once', async () => {
    const way = await openWay(hook);
    const port = await listen(echo);
    const bytes = randomBytes(8 * 1024 * 1024);
    const sum = await sumOfEcho(way.connect({ kind: 'pod', port }), bytes);
    expect(sum).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('say that nothing listens', async () => {
    const way = await openWay(hook);
    const port = await listen(echo);
    const error = await failure(way.connect({ kind: 'pod', port: port === 1 ? 2 : 1 }));
    expect(error).toMatchObject({ kind: 'port-closed' });
    expect(error.message).toMatch(/^nothing listens on port \d of pod default\/web-\d+$/);
  });

  it('pass on what the program does: an answer and an end, or a reset', async () => {
    const way = await openWay(hook);
    const port = await listen((socket) => {
      socket.once('data', (line) => {
        if (line.toString() === 'reset') socket.resetAndDestroy();
        else socket.end(`${line.toString()}!`);
      });
    });
    const reset = way.connect({ kind: 'pod', port });
    reset.write('reset');
    expect((await failure(reset)).message).toMatch(
      /^the program at port \d+ of pod \S+ reset the connection$/,
    );
    const answered = way.connect({ kind: 'pod', port });
    answered.end('hello');
    const chunks = await answered.toArray();
    expect(Buffer.concat(chunks as Buffer[]).toString()).toBe('hello!');
  });
});

describe('ports of a pod', () => {
  it('carry a thousand connections at once, each with its own bytes', async () => {
    const way = await openWay();
    const port = await listen(echo);
    const sums = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const bytes = randomBytes(1 + (index % 50) * 700);
        const sum = await sumOfEcho(way.connect({ kind: 'pod', port }), bytes);
        return sum === createHash('sha256').update(bytes).digest('hex');
      }),
    );
    expect(sums.filter((isRight) => isRight)).toHaveLength(1000);
  });

  it('go on for others while one reader stalls', async () => {
    const way = await openWay();
    const much = await listen((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
      };
      socket.on('drain', flood);
      flood();
    });
    const port = await listen(echo);
    const stalled = way.connect({ kind: 'pod', port: much });
    await once(stalled, 'readable');
    expect(await sumOfEcho(way.connect({ kind: 'pod', port }), Buffer.from('a'))).toBe(
      createHash('sha256').update('a').digest('hex'),
    );
    expect(stalled.readableLength).toBeLessThan(2 * 1024 * 1024);
    stalled.destroy();
  });

  it('end no cut connection as if all was there, and open the next one again', async () => {
    const way = await openWay(() => ({ cutAfterBytes: 100_000 }));
    const port = await listen((socket) => void socket.write(Buffer.alloc(1_000_000)));
    const error = await failure(way.connect({ kind: 'pod', port }));
    expect([isCliError(error) && error.kind, error.message]).toEqual([
      'connection-lost',
      expect.stringMatching(/^the connection to port \d+ of pod \S+ was cut: /),
    ]);
    answer = () => undefined;
    const echoing = await listen(echo);
    await expect
      .poll(() => sumOfEcho(way.connect({ kind: 'pod', port: echoing }), Buffer.from('a')).catch(() => ''))
      .toBe(createHash('sha256').update('a').digest('hex'));
  });

  it('are refused to a user who may not, with the next step', async () => {
    const way = await openWay(() => undefined, ['may:get:pods/portforward']);
    const lost = await way.lost;
    expect(lost).toMatchObject({
      kind: 'forbidden',
      hint: expect.stringContaining('kubectl-debug check'),
    });
    expect(toError(lost).message).toMatch(
      /^cannot forward ports of pod default\/web-\d+: the user may not "create" pods\/portforward/,
    );
  });
});
