import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo, type FakeIo } from '../../../test/builders/an-io.ts';
import { aRuntimeTunnel, streamsOf, type RuntimeTunnel } from '../../../test/servers/a-runtime.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { toError } from '../../errors/error-text.ts';
import type { Way } from '../way.ts';
import { openPodPorts } from './open-pod-ports.ts';

const POD = { namespace: 'shop', name: 'web-1' };
const REFUSED = new CliError('upgrade-refused', 'no WebSockets here');
const CONTAINERD =
  'error forwarding port 80 to pod 4c2f, uid : failed to execute portforward in network namespace "/run/n": ';

interface Setup {
  readonly way: Way;
  readonly fake: FakeIo;
  /** The tunnels so far, in the order in which they were opened. */
  readonly tunnels: readonly RuntimeTunnel[];
  readonly requests: readonly { readonly method: string; readonly path: string }[];
  /** Makes the next handshakes fail; undefined lets them succeed again. */
  readonly fail: (error: Error | undefined) => void;
  /** Holds the next handshakes until the returned function is called. */
  readonly hold: () => () => void;
  readonly open: (port?: number) => Connection;
}

/** A connection and what has come over it. */
interface Connection {
  readonly duplex: Duplex;
  readonly text: () => string;
  /** How it stands: `open`, `ended`, or its error. */
  readonly state: () => string;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

function watch(duplex: Duplex): Connection {
  let text = '';
  let state = 'open';
  duplex.on('data', (bytes: Buffer) => (text += bytes.toString()));
  duplex.on('end', () => (state = 'ended'));
  duplex.on('error', (error) => {
    state = `${error instanceof CliError ? error.kind : 'bug'}: ${error.message}`;
  });
  return { duplex, text: () => text, state: () => state };
}

async function setUp(uid?: string): Promise<Setup> {
  const fake = anIo();
  const tunnels: RuntimeTunnel[] = [];
  let failure: Error | undefined;
  let gate = Promise.resolve();
  const { cluster, requests } = aCluster({
    upgrade: () => Promise.reject(failure ?? REFUSED),
    upgradeSpdy: async () => {
      await gate;
      if (failure !== undefined) throw failure;
      const { socket, tunnel } = aRuntimeTunnel();
      tunnels.push(tunnel);
      return socket;
    },
    json: () => ({ metadata: { ...POD, uid: 'another' }, spec: {} }),
  });
  const way = openPodPorts({ io: fake.io, cluster }, { ...POD, uid }, new AbortController().signal);
  onTestFinished(way.close);
  await settle();
  return {
    way,
    fake,
    tunnels,
    requests,
    fail: (error) => (failure = error),
    hold: () => {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => (release = resolve));
      return release;
    },
    open: (port = 80) => watch(way.connect({ kind: 'pod', port })),
  };
}

/** The tunnel that carries the first connection. */
function first({ tunnels }: Setup): RuntimeTunnel {
  const [tunnel] = tunnels;
  if (tunnel === undefined) throw new Error('no tunnel was opened');
  return tunnel;
}

describe('a connection', () => {
  it('opens both streams and sends data without waiting for an answer', async () => {
    const setup = await setUp();
    const { duplex } = setup.open();
    duplex.write('GET /');
    await settle();
    const seen = first(setup).frames.filter(({ type }) => type !== 6);
    expect(seen.map(({ type, streamId, isLast }) => [type, streamId, isLast])).toEqual([
      [1, 1, true],
      [1, 3, false],
      ['data', 3, false],
    ]);
    expect(seen[0]?.payload.toString('latin1')).toContain('streamtype\0\0\0\u0005error');
    expect(seen[1]?.payload.toString('latin1')).toContain(
      'streamtype\0\0\0\u0004data\0\0\0\u0004port\0\0\0\u000280',
    );
  });

  it('keeps what is written, and the end, until there is a tunnel', async () => {
    const setup = await setUp();
    setup.open();
    const release = setup.hold();
    await settle();
    const { duplex } = setup.open();
    duplex.write('early');
    duplex.end();
    await settle();
    release();
    await settle();
    const sent = setup.tunnels.map((tunnel) => tunnel.sent(3).text);
    expect(sent).toContain('early');
  });

  it('goes on reading after its input has ended, and ends when the pod does', async () => {
    const setup = await setUp();
    const connection = setup.open();
    connection.duplex.end('question');
    await settle();
    await setup.fake.advance(3000);
    first(setup).data(3, 'late answer');
    await settle();
    expect([connection.text(), connection.state()]).toEqual(['late answer', 'open']);
    first(setup).end(0);
    await settle();
    expect(connection.state()).toBe('ended');
    expect(first(setup).sent(3)).toEqual({ text: 'question', hasEnded: true });
  });

  it('ends only when the error stream has ended, too', async () => {
    const setup = await setUp();
    const connection = setup.open();
    await settle();
    first(setup).data(3, 'bye', true);
    await settle();
    // The error stream tells whether that was a failure.
    expect(connection.state()).toBe('open');
    first(setup).data(1, '', true);
    await settle();
    expect([connection.text(), connection.state()]).toEqual(['bye', 'ended']);
  });

  it.each([
    [
      `${CONTAINERD}failed to connect to localhost:80 inside namespace "4c2f", IPv4: dial tcp4 127.0.0.1:80: connect: connection refused`,
      'port-closed: nothing listens on port 80 of pod shop/web-1',
    ],
    [
      `${CONTAINERD}read tcp4 127.0.0.1:1->127.0.0.1:80: read: connection reset by peer`,
      'connection-lost: the program at port 80 of pod shop/web-1 reset the connection',
    ],
    [
      `${CONTAINERD}it was \u001b[31mred`,
      'connection-lost: the connection to port 80 of pod shop/web-1 failed: it was ^[[31mred',
    ],
  ])('that fails with %s says so in short', async (said, expected) => {
    const setup = await setUp();
    const connection = setup.open();
    await settle();
    first(setup).end(0, said);
    await settle();
    expect(connection.state()).toBe(expected);
  });

  it.each([
    [
      'reset',
      (tunnel: RuntimeTunnel) => {
        tunnel.reset(3);
        tunnel.reset(1);
      },
      'the node ended it',
    ],
    ['cut with its tunnel', (tunnel: RuntimeTunnel) => tunnel.cut(), 'the connection was cut'],
    [
      'in a tunnel that speaks no SPDY',
      (tunnel: RuntimeTunnel) => tunnel.raw(Buffer.from('8002000600000004', 'hex')),
      'the server sent a frame of SPDY version 2',
    ],
  ])('that is %s never ends as if all was there', async (_label, act, why) => {
    const setup = await setUp();
    const connection = setup.open();
    await settle();
    first(setup).data(3, 'half');
    act(first(setup));
    await settle();
    expect(connection.text()).toBe('half');
    expect(connection.state()).toBe(
      `connection-lost: the connection to port 80 of pod shop/web-1 was cut: ${why}`,
    );
  });

  it('that is destroyed resets its streams', async () => {
    const setup = await setUp();
    const { duplex } = setup.open();
    await settle();
    duplex.destroy();
    await settle();
    expect(
      first(setup)
        .frames.filter(({ type }) => type === 3)
        .map(({ streamId }) => streamId),
    ).toEqual([1, 3]);
  });

  it('whose reader stalls stops its tunnel until the reader goes on', async () => {
    const setup = await setUp();
    const duplex = setup.way.connect({ kind: 'pod', port: 80 });
    duplex.on('error', () => undefined); // the test closes the way
    await settle();
    for (let sent = 0; sent < 40; sent += 1) first(setup).data(3, Buffer.alloc(64 * 1024));
    await settle();
    expect(duplex.readableLength).toBeLessThan(1024 * 1024);
    let length = 0;
    duplex.on('data', (bytes: Buffer) => (length += bytes.length));
    await settle();
    expect(length).toBe(40 * 64 * 1024);
  });

  it('to another host is none of port-forward', async () => {
    const { way } = await setUp();
    const connection = watch(way.connect({ kind: 'host', host: 'db', port: 5432 }));
    await settle();
    expect(connection.state()).toBe('unsupported: port-forward reaches only the pod shop/web-1 itself');
  });
});

describe('the end of the input', () => {
  it('is passed on once nothing has moved for 5 s', async () => {
    const setup = await setUp();
    const connection = setup.open();
    connection.duplex.end('a');
    await settle();
    await setup.fake.advance(4000);
    first(setup).data(3, 'part');
    await settle();
    await setup.fake.advance(4000);
    expect(first(setup).sent(3).hasEnded).toBe(false);
    await setup.fake.advance(1000);
    await settle();
    expect(first(setup).sent(3).hasEnded).toBe(true);
  });

  it.each([
    { answer: 'before', expected: 'ended' },
    { answer: 'after', expected: 'connection-lost' },
    { answer: 'never', expected: 'connection-lost' },
  ])(
    'that the runtime answers with an end is a loss unless the answer was there $answer',
    async ({ answer, expected }) => {
      const setup = await setUp();
      const connection = setup.open();
      connection.duplex.end('a');
      await settle();
      if (answer === 'before') first(setup).data(3, 'whole');
      await settle();
      await setup.fake.advance(5000);
      await settle();
      if (answer === 'after') first(setup).data(3, 'begi');
      await setup.fake.advance(1000);
      first(setup).end(0);
      await settle();
      expect(connection.state().split(':')[0]).toBe(expected);
    },
  );

  it('that the pod answers at once is whole', async () => {
    const setup = await setUp();
    const connection = setup.open();
    connection.duplex.end('a');
    await settle();
    await setup.fake.advance(5000);
    await settle();
    first(setup).data(3, 'sum');
    await setup.fake.advance(100);
    first(setup).end(0);
    await settle();
    expect([connection.text(), connection.state()]).toEqual(['sum', 'ended']);
  });
});

describe('the tunnels', () => {
  it('are opened one ahead, and used again', async () => {
    const setup = await setUp();
    expect(setup.tunnels).toHaveLength(1);
    setup.open();
    await settle();
    expect(setup.tunnels).toHaveLength(2);
    first(setup).end(0);
    await settle();
    const { duplex } = setup.open();
    setup.open();
    await settle();
    duplex.write('again');
    await settle();
    expect(setup.tunnels.some((tunnel) => tunnel.sent(streamsOf(0).data).text === 'again')).toBe(true);
    expect(first(setup).frames.filter(({ type }) => type === 1)).toHaveLength(4);
    expect(setup.tunnels).toHaveLength(3);
  });

  it('that the runtime no longer reads are not used again', async () => {
    const setup = await setUp();
    setup.open();
    await settle();
    first(setup).answerPings(false);
    first(setup).end(0);
    await settle();
    await setup.fake.advance(5000);
    await settle();
    expect(first(setup).isCut()).toBe(true);
  });

  it('that go away carry their connections to the end, but no new ones', async () => {
    const setup = await setUp();
    first(setup).goAway();
    await settle();
    const connection = setup.open();
    await settle();
    expect(first(setup).frames.filter(({ type }) => type === 1)).toEqual([]);
    expect(connection.state()).toBe('open');
    expect(setup.tunnels[1]?.frames.some(({ type }) => type === 1)).toBe(true);
  });

  it('are shared beyond 64', async () => {
    const setup = await setUp();
    const connections = Array.from({ length: 200 }, () => setup.open());
    for (let turn = 0; turn < 20; turn += 1) await settle();
    expect(setup.tunnels.length).toBeLessThanOrEqual(64);
    const loads = setup.tunnels.map(({ frames }) => frames.filter(({ type }) => type === 1).length / 2);
    expect(loads.reduce((sum, load) => sum + load)).toBe(200);
    expect(Math.max(...loads)).toBe(4);
    expect(connections.every((connection) => connection.state() === 'open')).toBe(true);
  });

  it('end when they bring no sign of life', async () => {
    const setup = await setUp();
    const connection = setup.open();
    await settle();
    first(setup).answerPings(false);
    for (let passed = 0; passed <= 65; passed += 5) await setup.fake.advance(5000);
    await settle();
    expect(connection.state()).toContain('nothing was heard from the server for too long');
  });
});

describe('after a cut', () => {
  it('new connections get a new tunnel', async () => {
    const setup = await setUp();
    setup.tunnels.forEach((tunnel) => tunnel.cut());
    await settle();
    const { duplex } = setup.open();
    duplex.write('again');
    await settle();
    expect(setup.tunnels.some((tunnel) => tunnel.sent(3).text === 'again')).toBe(true);
  });

  it('they wait while the server is away, and say after 30 s why nothing came of it', async () => {
    const setup = await setUp();
    setup.fail(new CliError('unreachable', 'cannot reach the API server'));
    setup.tunnels.forEach((tunnel) => tunnel.cut());
    await settle();
    const [early, late] = [setup.open(), setup.open()];
    await settle();
    for (let passed = 0; passed < 30; passed += 1) {
      expect(early.state()).toBe('open');
      await setup.fake.advance(1000);
    }
    await settle();
    const expected = 'unreachable: there was no way to pod shop/web-1 for 30 s: cannot reach the API server';
    expect([early.state(), late.state()]).toEqual([expected, expected]);
    setup.fail(undefined);
    const connection = setup.open();
    await setup.fake.advance(30_000);
    await settle();
    expect(connection.state()).toBe('open');
  });

  it('the way is lost if another pod has the name now', async () => {
    const setup = await setUp('first');
    setup.tunnels.forEach((tunnel) => tunnel.cut());
    await settle();
    const connection = setup.open();
    await settle();
    expect((await setup.way.lost).message).toBe(
      'pod shop/web-1 was deleted, and another pod has its name now',
    );
    expect(connection.state()).toMatch(/^pod-replaced: /);
  });
});

describe('a way', () => {
  it('is lost when a pod without a network turns out to be another one', async () => {
    const setup = await setUp('first');
    const connection = setup.open();
    await settle();
    first(setup).end(0, `${CONTAINERD}failed to find sandbox "4c2f" in store: not found`);
    expect(await setup.way.lost).toMatchObject({ kind: 'pod-replaced' });
    await settle();
    expect(connection.state()).toBe(
      'connection-lost: cannot connect to port 80 of pod shop/web-1: the pod has no network any more',
    );
  });

  it.each([
    [404, 'NotFound', 'not-found'],
    [403, 'Forbidden', 'forbidden'],
  ])('is lost for good at a %i', async (code, reason, kind) => {
    const setup = await setUp();
    const status = { kind: 'Status', reason, message: 'pods "web-1" is no more', details: { name: 'web-1' } };
    setup.fail(new ApiError({ method: 'GET', path: '/x' }, code, status));
    const waiting = [setup.open(), setup.open()];
    const lost = await setup.way.lost;
    expect([toError(lost).message, lost]).toEqual([
      'cannot forward ports of pod shop/web-1: pods "web-1" is no more',
      expect.objectContaining({ kind }),
    ]);
    await settle();
    expect(waiting.map((connection) => connection.state().split(':')[0])).toEqual([kind, kind]);
    const late = setup.open();
    await settle();
    expect(late.state().split(':')[0]).toBe(kind);
  });

  it('that is closed ends its connections and tunnels', async () => {
    const setup = await setUp();
    const connection = setup.open();
    await settle();
    setup.way.close();
    await settle();
    expect(connection.state()).toBe('connection-lost: the ports of pod shop/web-1 are no longer forwarded');
    expect(setup.tunnels.every((tunnel) => tunnel.isCut())).toBe(true);
  });

  it('asks for a WebSocket once only where there is none', async () => {
    const setup = await setUp();
    setup.open();
    await settle();
    expect(setup.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/namespaces/shop/pods/web-1/portforward',
      'POST /api/v1/namespaces/shop/pods/web-1/portforward',
      'POST /api/v1/namespaces/shop/pods/web-1/portforward',
    ]);
  });
});
