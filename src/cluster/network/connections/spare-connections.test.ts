import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aLocalServer, type LocalServer } from '../../../../test/servers/local-server.ts';
import { until } from '../../../../test/drivers/until.ts';
import { keepSpares, type SpareConnections } from './spare-connections.ts';

interface Setup {
  readonly server: LocalServer;
  readonly spares: SpareConnections;
  readonly ask: () => Promise<string>;
  /** In the order in which the server got them. */
  readonly sockets: readonly Socket[];
  readonly untilConnections: (count: number) => Promise<void>;
}

async function setUp(): Promise<Setup> {
  const server = await aLocalServer((_request, response) => response.end('answer'));
  const sockets: Socket[] = [];
  server.server.on('connection', (socket: Socket) => sockets.push(socket));
  const spares = keepSpares(new Agent({ keepAlive: true }));
  const ask = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { port: server.port, host: '127.0.0.1', agent: spares.agent };
      get(options, (response) => resolve(text(response))).on('error', reject);
    });
  const untilConnections = (count: number): Promise<void> =>
    until(
      () => server.connections() === count,
      () => `${server.connections()} connections`,
    );
  return { server, spares, ask, sockets, untilConnections };
}

describe('keepSpares', () => {
  it('opens nothing ahead of the first request, and then as many as were asked for', async () => {
    const { server, spares, ask, untilConnections } = await setUp();
    void spares.prepare(2);
    await ask();
    await untilConnections(3);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['answer', 'answer', 'answer']);
    expect(server.connections()).toBe(3);
    spares.agent.destroy();
  });

  it('opens more at once when there was a first', async () => {
    const { spares, ask, untilConnections } = await setUp();
    await ask();
    await spares.prepare(1);
    await untilConnections(2);
    spares.agent.destroy();
  });

  it('does not hand out what the server has closed', async () => {
    const { spares, ask, sockets, untilConnections } = await setUp();
    await ask();
    await spares.prepare(1);
    await untilConnections(2);
    const closed = new Promise((resolve) => sockets[1]?.once('close', resolve));
    sockets[1]?.end();
    await closed;
    expect(await Promise.all([ask(), ask()])).toEqual(['answer', 'answer']);
    spares.agent.destroy();
  });

  it('closes what was not used with the agent', async () => {
    const { spares, ask, sockets, untilConnections } = await setUp();
    await ask();
    await spares.prepare(1);
    await untilConnections(2);
    const closed = new Promise((resolve) => sockets[1]?.once('close', resolve));
    spares.agent.destroy();
    await closed;
  });
});
